import {
  commonSettings,
  developmentPrefix,
  environmentSettings,
  exampleSettings,
  type SettingRow,
} from '../../fixtures/settings.ts'
import { textOf } from './files.ts'
import { runTimePackages } from './packages.ts'
import { pageScript } from './page-script.ts'
import { proven } from './proven.ts'
import { resultsSchemaText } from './results-schema.ts'
import type { MadePart } from './sections.ts'
import { sent } from './sent.ts'

const rows = (table: Readonly<Record<string, SettingRow>>, prefix: string) =>
  Object.values(table).map(({ name, meaning }) => `| \`${prefix}${name}\` | ${meaning} |`)

/** docs/settings.md, made from the table by which the suite reads its settings. */
function settingsPage(): string {
  return `${[
    '# Settings',
    '',
    'Made by `npm run docs` from [fixtures/settings.ts](../fixtures/settings.ts). They stand in `.env` (start from `.env.example`), in',
    'the file that `--settings` names, or in the real environment, which wins. All but the base address may be left out: what',
    'then cannot be exercised says so. A wrong value is refused before the first request, and `npx suite check` tries them.',
    '',
    '## Of one environment',
    '',
    `For development put \`${developmentPrefix}\` before the name: \`${developmentPrefix}BASE_URL\`. Without it the name is that of production.`,
    '',
    '| name | meaning |',
    '|---|---|',
    ...rows(environmentSettings, ''),
    '',
    '## Of both',
    '',
    '| name | meaning |',
    '|---|---|',
    ...rows(commonSettings, ''),
  ].join('\n')}\n`
}

/** docs/dependencies.md: the number of run-time packages under each licence. */
function licences(): string {
  const byLicence = Map.groupBy(runTimePackages(textOf('package-lock.json')), ({ license }) => license)
  const sorted = [...byLicence].toSorted(([, one], [, other]) => other.length - one.length)
  return ['| licence | packages |', '|---|---|', ...sorted.map(([name, { length }]) => `| ${name} | ${length} |`)].join(
    '\n',
  )
}

/** All that `npm run docs` writes, except the places of each rule in docs/oracle.md. */
export const madeSections: readonly MadePart[] = [
  { file: '.env.example', mark: null, text: exampleSettings },
  { file: 'docs/settings.md', mark: null, text: settingsPage },
  { file: 'docs/first-hour.md', mark: 'what is sent', text: sent },
  { file: 'docs/dependencies.md', mark: 'licences', text: licences },
  { file: 'docs/proven.md', mark: 'figures', text: proven },
  { file: 'reports/page/script.js', mark: null, text: pageScript },
  { file: 'reports/results.schema.json', mark: null, text: resultsSchemaText },
]
