import { expect, test } from 'vitest'
import type { Exchange } from './exchange.ts'
import { wrongBase } from './redirects.ts'

const base = 'https://api.example.com'

/** An exchange with this status and, where given, this Location. */
function answered(target: string, status: number, location?: string): Exchange {
  const response = {
    status,
    headers: location === undefined ? [] : [['location', location] as const],
    body: { text: '', bytes: 0, cut: false },
  }
  return {
    id: target,
    probe: target,
    attempt: 1,
    source: 'contracts',
    operation: null,
    failure: null,
    startedAt: 0,
    headMs: 0,
    endMs: 0,
    response,
    request: { method: 'GET', target, headers: [], body: null },
  }
}

const targets = ['/api/video/details/all', '/api/video/details/all?limit=word', '/api/vote/embed/create', '/api/x1/y2']
const all = (location: (target: string) => string, status = 308) =>
  targets.map((target) => answered(target, status, location(target)))
const path = (target: string) => target.split('?', 1)[0] ?? ''

test.for([
  ['to another origin', all((target) => `https://www.example.com${target}`), base, 'https://www.example.com'],
  ['from http to https', all((target) => `https://api.example.com${target}`), 'http://api.example.com', base],
  ['to a prefix', all((target) => `/v2${target}`), base, `${base}/v2`],
  ['to a prefix, slashes added', all((target) => `/v2${path(target)}/`), base, `${base}/v2`],
  ['to one page', all(() => 'https://login.example/start'), base, 'https://login.example/start'],
  ['to one page with the address that was asked', all((target) => `/login?next=${target}`, 302), base, `${base}/login`],
  [
    'beside refusals by a limit',
    [...all((target) => `/v2${target}`), answered('/a', 429), answered('/b', 503)],
    base,
    `${base}/v2`,
  ],
  [
    'below a base path',
    targets.map((target) => answered(`/base${target}`, 301, `/other${target}`)),
    `${base}/base`,
    `${base}/other`,
  ],
] as const)('a wrong base address is told where everything is redirected: %s', ([, exchanges, baseUrl, location]) => {
  expect(wrongBase(exchanges, baseUrl)).toEqual({ location, status: exchanges[0]?.response?.status })
})

test.for([
  ['nothing was answered', []],
  ['one success', [...all((target) => `/v2${target}`), answered('/a', 200)]],
  ['a slash is added', all((target) => `${path(target)}/`)],
  ['each to a host of its own', all((target) => `https://${target.length}.example.com/`)],
  ['without a Location', targets.map((target) => answered(target, 302))],
  ['a Location that is no address', all(() => 'http://[')],
  ['unknown routes alone', [answered('/api/x1/y2', 302, '/home'), answered('/api/vote/embed/create', 401)]],
  ['to itself', all((target) => `${base}${target}`)],
] as const)('no wrong base address is told: %s', ([, exchanges]) => {
  expect(wrongBase(exchanges, base)).toBeNull()
})
