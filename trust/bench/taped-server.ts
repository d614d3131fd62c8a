/**
 * `taped-server.ts TAPE LATENCY_MS` gives the answers of a tape, so cheaply that only the client is measured. Prints its port. Ends
 * with its standard input. Answers 599 to a request that the tape lacks: no platform does that.
 */
import { createServer, type IncomingMessage } from 'node:http'
import { argv, stdin, stdout } from 'node:process'
import { keyOf, readTape } from './tape.ts'

const [path = '', latency = '0'] = argv.slice(2)
const latencyMs = Number(latency)
const answers = Map.groupBy(readTape(path).exchanges, ({ request }) => keyOf(request))
/** How often each request came. One that is repeated gets its answers in the order of the tape, then from the first again. */
const times = new Map<string, number>()

const pairs = ({ rawHeaders }: IncomingMessage) =>
  Array.from(
    { length: rawHeaders.length / 2 },
    (_, at) => [rawHeaders[2 * at] ?? '', rawHeaders[2 * at + 1] ?? ''] as const,
  )

const server = createServer((message, response) => {
  const chunks: Buffer[] = []
  message.on('data', (chunk: Buffer) => chunks.push(chunk))
  message.on('end', () => {
    const body = chunks.length === 0 ? null : Buffer.concat(chunks).toString()
    const key = keyOf({ method: message.method ?? '', target: message.url ?? '', headers: pairs(message), body })
    const known = answers.get(key)
    const time = times.get(key) ?? 0
    times.set(key, time + 1)
    const answer = known?.[time % known.length]
    const reply = () => {
      const bytes = Buffer.from(answer?.body ?? 'not on the tape', 'latin1')
      response.writeHead(answer?.status ?? 599, [
        ...(answer?.headers ?? []).flat(),
        ...['Content-Length', String(bytes.length)],
      ])
      response.end(message.method === 'HEAD' ? undefined : bytes)
    }
    if (latencyMs === 0) reply()
    else setTimeout(reply, latencyMs)
  })
})
server.keepAliveTimeout = 120_000
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`)
})
stdin.on('end', () => process.exit()).resume()
