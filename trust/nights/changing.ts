import type { PlainAnswer } from '../../fixtures/deployment.ts'
import { answering, bearing, changing, type Does, textOf, type When } from '../../fixtures/faults/planting.ts'

/** Selects answers by their status. */
export const status =
  (...wanted: readonly number[]) =>
  (answer: PlainAnswer) =>
    wanted.includes(answer.status)
export const succeeds = status(200, 201)
export const redirects = status(301, 302, 303, 307, 308)

/** Changes the JSON body of the selected answers. */
export const json = (change: (body: Record<string, unknown>) => unknown, which = succeeds): Does =>
  changing(which, (answer) => bearing(answer, JSON.stringify(change(JSON.parse(textOf(answer))))))
export const to = (code: number, which = succeeds): Does => changing(which, (answer) => ({ ...answer, status: code }))
export const header = (name: string, value: string, which: (answer: PlainAnswer) => boolean): Does =>
  changing(which, (answer) => ({
    ...answer,
    headers: [...answer.headers.filter(([other]) => other.toLowerCase() !== name.toLowerCase()), [name, value]],
  }))
export const untyped: Does = changing(succeeds, (answer) => ({
  ...answer,
  headers: answer.headers.filter(([name]) => name.toLowerCase() !== 'content-type'),
}))

/** Takes the host away from the Location of redirects. */
export const withoutHost: Does = changing(redirects, (answer) => ({
  ...answer,
  headers: answer.headers.map(
    ([name, value]) =>
      [name, name.toLowerCase() === 'location' ? value.replace(/^https?:\/\/[^/]+/, '') : value] as const,
  ),
}))

export const invalid: Does = () => answering(400, { error: { code: 'invalid_request' } })
export const created: Does = () => answering(200, { data: { id: 'x', status: 'y' }, requestId: 'z' })

/** Refuses a body with an idempotency key when it comes a second time, as services do that keep such keys. */
export function secondRefused(): Does {
  const seen = new Set<string>()
  return async ({ text, who, json: body, request }, beneath) => {
    const isSecond = who === 'API_KEY' && typeof objectOf(body)?.['idempotencyKey'] === 'string' && seen.has(text)
    if (who === 'API_KEY') seen.add(text)
    return isSecond ? answering(409, { error: 'again' }) : await beneath(request)
  }
}

export const always: When = () => true
export const keyed: When = ({ who }) => who === 'API_KEY'
export const keyless: When = ({ who }) => who === 'nobody'
export const asks =
  (parameter: string, value?: string): When =>
  ({ query }) =>
    value === undefined ? query.has(parameter) : query.get(parameter) === value
export const counts =
  (parameter: string): When =>
  ({ query }) =>
    /^\d+$/.test(query.get(parameter) ?? '')
/** Requests with the eligible key and an object whose members fit. */
export const sends =
  (members: (body: Record<string, unknown>) => boolean): When =>
  ({ who, json: sent }) => {
    const body = objectOf(sent)
    return who === 'API_KEY' && body !== undefined && members(body)
  }

const objectOf = (value: unknown) =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
export const dataOf = (body: Record<string, unknown>) => body['data'] as Record<string, unknown>
export const without = (body: Record<string, unknown>, name: string) =>
  Object.fromEntries(Object.entries(body).filter(([member]) => member !== name))
