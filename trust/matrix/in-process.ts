import type { Received, Transport } from '../../contracts/ask/transport.ts'
import type { Deployment, Reply } from '../../fixtures/deployment.ts'

const failed = (kind: 'reset' | 'silence'): Pick<Received, 'head' | 'body' | 'failure'> => ({
  head: null,
  body: Buffer.from(''),
  failure: { kind, message: 'it ended', reusedConnection: false, began: false },
})

function received(reply: Reply): Pick<Received, 'head' | 'body' | 'failure'> {
  if (reply.kind === 'bytes') throw new Error('bytes of its own pace need a socket')
  if (reply.kind !== 'answer') return failed(reply.kind)
  const { status, headers, body } = reply
  return { head: { status, headers }, body: Buffer.from(body ?? ''), failure: null }
}

/** A transport without a socket: hands each composed request straight to a deployment. */
export function handledBy(deployment: Deployment): Transport {
  return {
    async send({ method, target, headers, body }) {
      const startedAt = Date.now()
      const reply = await deployment.handle({ method, target, headers, body: Buffer.from(body ?? ''), at: startedAt })
      return { ...received(reply), startedAt, headMs: 0, endMs: 1 }
    },
    close: () => {},
  }
}
