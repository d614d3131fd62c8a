import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { scriptWords } from '../tools/script.ts'
import { textOf, top } from './files.ts'
import { madeSections } from './made.ts'
import { withPlaces } from './rules.ts'
import { withSection } from './sections.ts'

scriptWords({
  call: 'npm run docs',
  about: 'Writes into docs/oracle.md where the code follows each rule, and every part of a document that is made.',
  options: {},
  words: 'none',
})
writeFileSync(join(top, 'docs/oracle.md'), withPlaces(textOf('docs/oracle.md')))
for (const section of madeSections) {
  const before = section.mark === null ? '' : textOf(section.file)
  writeFileSync(join(top, section.file), withSection(before, section))
}
