/**
 * `grown-service.ts TIMES FOLDER` serves every operation of the reference service TIMES times, under different paths. Writes the
 * catalogue's extension into FOLDER, and prints its path and the settings as JSON. Ends with its standard input.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { argv, stdin, stdout } from 'node:process'
import { catalogue } from '../../fixtures/catalog/catalog.ts'
import { listen } from '../../fixtures/front/front.ts'
import { createService } from '../../fixtures/service/service.ts'

const [times = '1', folder = '.'] = argv.slice(2)
/** The beginning of a repeated path: the third repetition of `/api/ads/…` is `/api/again-3-ads/…`. */
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
