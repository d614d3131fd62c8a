import { expect, test } from 'vitest'
import { pageScript, scopeOf } from './page-script.ts'

test('the parts of the page script see each other only by their exports, and lose their types', () => {
  const one = `export const a: number = 1
const place = 1
export function sum<T extends number>(more: T): number {
  return a + place + more
}
export interface Gone { readonly a: number }
`
  const two = `import type { Gone } from './one.ts'
import {
  a,
  sum,
} from './one.ts'
const place = 10 as const
globalThis.seen = a + sum(1) + (place satisfies number)
`
  const script = `const parts = {}\n${scopeOf('page/one.ts', one)}${scopeOf('two.ts', two)}`
  expect(new Function(`const globalThis = {}\n${script}return globalThis.seen`)()).toBe(14)
})

test.for(["import a from './a.ts'\n", 'export default 1\n', "export { a } from './a.ts'\n", "import './a.ts'\n"])(
  '%j is refused',
  (text) => expect(() => scopeOf('a.ts', text)).toThrow('not known'),
)

test('the script of the page is plain JavaScript without imports and exports', () => {
  expect(() => new Function(pageScript())).not.toThrow()
  expect(pageScript()).not.toMatch(/^(?:import|export|interface) /m)
})
