import { oncePer } from '../../../evidence/once-per.ts'
import { present } from '../../plain-text.ts'
import { part } from './element.ts'
import { type FoundInPage, findings } from './island.ts'

const form = part<HTMLFormElement>('filters')
const names = ['product', 'check', 'text'] as const

/** The filters of the form, as an address holds them. */
export function readFilters(): URLSearchParams {
  const asked = new FormData(form)
  const filters = new URLSearchParams()
  for (const name of names) {
    const value = String(asked.get(name) ?? '').trim()
    if (value !== '') filters.set(name, value)
  }
  for (const verdict of asked.getAll('verdict')) filters.append('verdict', String(verdict))
  return filters
}

/** Puts the filters of an address into the form. */
export function writeFilters(filters: URLSearchParams): void {
  for (const name of names) {
    const field = form.elements.namedItem(name)
    if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = filters.get(name) ?? ''
  }
  const wanted = filters.getAll('verdict')
  for (const box of form.querySelectorAll<HTMLInputElement>('[name=verdict]')) box.checked = wanted.includes(box.value)
}

export function matchingOf(filters: URLSearchParams): readonly FoundInPage[] {
  const [product, check] = [filters.get('product'), filters.get('check')]
  const verdicts = filters.getAll('verdict')
  const words = (filters.get('text') ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  return findings.filter(
    (finding) =>
      (product === null || finding.product === product) &&
      (check === null || finding.base === check) &&
      (verdicts.length === 0 || verdicts.includes(finding.verdict)) &&
      words.every((word) => haystackOf(finding).includes(word)),
  )
}

const haystackOf = oncePer(
  ({ id, check, operation, product, cause, clause, message, expected, observed }: FoundInPage) =>
    [id, check, operation, product, cause, clause, message, expected, observed].join('\n').toLowerCase(),
)

export function filterWords(filters: URLSearchParams): string {
  const text = filters.get('text')
  const verdicts = filters.getAll('verdict').join(' or ')
  return present(text && `“${text}”`, verdicts, filters.get('product'), filters.get('check')).join(', ')
}
