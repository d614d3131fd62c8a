import type { Results } from '../../evidence/results.ts'
import { ctrf } from './ctrf.ts'
import type { Evidence, Format } from './format.ts'
import { github } from './github.ts'
import { htmlPage } from './html.ts'
import { junit } from './junit.ts'
import { markdown } from './markdown.ts'

/** Every format that a run is written in, besides `results.json` itself. */
export const formats: readonly Format[] = [htmlPage, markdown, junit, ctrf, github]

/** Renders a run in every format: the same results and evidence give the same bytes. */
export function renderAll(
  results: Results,
  evidence: Evidence,
): readonly { readonly file: string; readonly text: string }[] {
  return formats.map(({ file, render }) => ({ file, text: render(results, evidence) }))
}
