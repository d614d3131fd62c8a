import { page, pagePieces } from '../page/document.ts'
import type { Format } from './format.ts'

/** `index.html`: the page for people. */
export const htmlPage: Format = { name: 'HTML page', file: 'index.html', render: page, pieces: pagePieces }
