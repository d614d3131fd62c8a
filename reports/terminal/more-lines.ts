import { counted } from '../../evidence/counted.ts'

/** The line that says how many entries were left out; none where none were. */
export function moreLines(count: number, noun: string): string[] {
  return count > 0 ? [`  and ${counted(count, noun)} in the report`] : []
}
