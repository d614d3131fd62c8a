import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { textOf, top } from './files.ts'
import { withPlaces } from './rules.ts'

/** `npm run docs`: writes into docs/oracle.md where the code follows each rule. */
writeFileSync(join(top, 'docs/oracle.md'), withPlaces(textOf('docs/oracle.md')))
