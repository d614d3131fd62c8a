/**
 * The reference service with every operation that it lists so many times over: `grown-service.ts TIMES FOLDER`. Writes the
 * catalogue's extension into the folder, prints the settings that reach it as JSON; ends with its standard input.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { argv, stdin, stdout } from 'node:process'
import { catalogue } from '../../fixtures/catalog/catalog.ts'
import { listen } from '../../fixtures/front/front.ts'
import { createService } from '../../fixtures/service/service.ts'

const [times = '1', folder = '.'] = argv.slice(2)
/** What makes one path of another: `/api/ads/…` is `/api/again-3-ads/…` the third time. */
const again = /^\/api\/again-\d+-/

const operations = Array.from({ length: Number(times) - 1 }, (_, time) =>
  catalogue.map(({ product, method, path, operation }) => {
    return { product, method, operation, path: path.replace('/api/', `/api/again-${time + 1}-`) }
  }),
).flat()
const extension = join(folder, `extension-${times}.json`)
writeFileSync(extension, JSON.stringify({ operations }))

const service = await createService()
const front = await listen({
  ...service,
  handle: (request) => service.handle({ ...request, target: request.target.replace(again, '/api/') }),
})
const settings = { ...service.settings, BASE_URL: front.url }
stdout.write(`${JSON.stringify({ settings, extension })}\n`)
stdin.on('end', () => process.exit()).resume()
