import { pagePieces } from '../page/document.ts'
import { inPieces } from './format.ts'

/** `index.html`: the page for people. */
export const htmlPage = inPieces('HTML page', 'index.html', pagePieces)
