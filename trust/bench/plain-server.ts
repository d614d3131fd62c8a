import { createServer } from 'node:http'

/** A server that does as little as possible, in its own process. Prints its port. Refuses paths that begin with /429. */
const items = Array.from({ length: 5 }, (_, id) => ({ id, name: `item ${id}` }))
const served = JSON.stringify({ status: true, result: items })
const refused = JSON.stringify({ status: false, error: { code: 'rate_limited' } })

const server = createServer(({ url }, response) => {
  const isRefused = url?.startsWith('/429') === true
  const body = isRefused ? refused : served
  response.writeHead(isRefused ? 429 : 200, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    ...(isRefused ? { 'Retry-After': '0' } : {}),
  })
  response.end(body)
})
server.keepAliveTimeout = 120_000
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`)
})
// The server ends with the process that started it.
process.stdin.on('end', () => process.exit()).resume()
