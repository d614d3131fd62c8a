import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { stdout } from 'node:process'
import { type RecordingName, reportedRun } from '../recordings/recordings.ts'
import { openPage, startChromium } from '../tools/chromium.ts'
import { scriptWords } from '../tools/script.ts'
import { top } from './files.ts'

scriptWords({
  call: 'npm run pictures',
  about:
    "Writes the first screen of a good and of a bad night's report, of runs that really were made, to docs/pictures.",
  options: {},
  words: 'none',
})
const nights: Readonly<Record<string, RecordingName>> = { 'good-night': 'healthy', 'bad-night': 'broken' }
const folder = join(top, 'docs/pictures')

mkdirSync(folder, { recursive: true })
const browser = await startChromium()
for (const [name, recording] of Object.entries(nights)) {
  const { page } = await openPage(browser, reportedRun(recording), { viewport: { width: 1200, height: 640 } })
  const path = join(folder, `${name}.jpg`)
  await page.screenshot({ path, type: 'jpeg', quality: 62 })
  stdout.write(`${path}\n`)
}
await browser.close()
