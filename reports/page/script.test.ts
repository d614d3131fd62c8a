import { expect, test } from 'vitest'
import { scriptOf } from './script.ts'

test('parts see each other by their exports alone', () => {
  const one =
    'const place = 1\nexport const { a, b } = { a: place, b: 2 }\nexport function sum() {\n  return a + b\n}\n'
  const two = "import { a, sum } from './one.js'\nconst place = 10\nglobalThis.seen = a + sum() + place\n"
  const script = scriptOf([
    { name: 'one.js', text: one },
    { name: 'two.js', text: two },
  ])
  expect(new Function(`const globalThis = {}\n${script}return globalThis.seen`)()).toBe(14)
})

test.for(["import a from './a.js'\n", 'export default 1\n', "export { a } from './a.js'\n", "import './a.js'\n"])(
  '%j is refused',
  (text) => expect(() => scriptOf([{ name: 'a.js', text }])).toThrow('not known'),
)
