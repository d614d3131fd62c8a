import { htmlPage } from '../page/document.ts'
import { ctrf } from './ctrf.ts'
import type { Format } from './format.ts'
import { github } from './github.ts'
import { junit } from './junit.ts'
import { markdown } from './markdown.ts'
import { message } from './message.ts'
import { metrics } from './metrics.ts'

/** All formats of a report besides `results.json`. */
export const formats: readonly Format[] = [htmlPage, markdown, junit, ctrf, github, message, metrics]
