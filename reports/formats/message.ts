import { judgedLine } from '../coverage.ts'
import { newsOf } from '../news.ts'
import { oneLine, present } from '../plain-text.ts'
import { ageOf, byCause, knownWords, placeOf, problemsOf, productsBehind } from '../problems.ts'
import { releaseSentences } from '../release.ts'
import { countsInWords, severityWordsOf, titleOf } from '../words.ts'
import type { Format } from './format.ts'

/** Characters by which chats mention people and channels. */
const mentioning = /[<>@]/g

/** How many causes a message names: it has to stay short. */
const causesShown = 5

/**
 * `message.json`: the run in a few lines, as the body for a chat webhook (`{ "text": … }`: Slack, Mattermost, Google Chat). The only text
 * of the service in it is the address that it redirects to, without characters that mention people.
 */
export const message = {
  file: 'message.json',
  render(results) {
    const { run, summary, findings } = results
    const causes = byCause(problemsOf(findings))
    const rest = causes.length - causesShown
    const lines = present(
      titleOf(run),
      // The outcome comes first: it says why the run is red or has no trustworthy answer.
      run.exitCode !== 0 && run.outcome.replace(mentioning, ''),
      ...releaseSentences(results),
      ...newsOf(results),
      ...causes.slice(0, causesShown).map((cause) => {
        const { lead, headline, problems } = cause
        const where = `${placeOf(cause)}${productsBehind(cause)}`.replace(mentioning, '')
        const known = lead.known === undefined ? '' : `, ${knownWords(lead.known).replace(mentioning, '')}`
        return `- ${severityWordsOf(lead.cause).name}: ${headline} (${where})${ageOf(problems, results)}${known}`
      }),
      rest > 0 && `- and ${rest} more, in the report`,
      `${countsInWords(summary)}; ${judgedLine(run)}`,
    )
    return `${JSON.stringify({ text: lines.map((line) => oneLine(line, 400)).join('\n') }, null, 1)}\n`
  },
} satisfies Format
