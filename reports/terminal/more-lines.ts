import { counted } from '../../evidence/counted.ts'

/** The line that counts the entries left out; none for a count of 0. */
export function moreLines(count: number, noun: string): string[] {
  return count > 0 ? [`  and ${counted(count, noun)} in the report`] : []
}
