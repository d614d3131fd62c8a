import { page, pagePieces } from '../page/document.ts'
import type { Format } from './format.ts'

/** `index.html`: the page that people read. */
export const htmlPage: Format = { name: 'HTML page', file: 'index.html', render: page, pieces: pagePieces }
