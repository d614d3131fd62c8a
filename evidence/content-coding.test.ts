import { expect, test } from 'vitest'
import { contentCoding, namedCoding } from './content-coding.ts'

test.for([
  [[], 'none'],
  [[''], 'none'],
  [['identity'], 'none'],
  [['gzip'], 'gzip'],
  [[' GZip '], 'gzip'],
  [['x-gzip'], 'gzip'],
  [['X-GZIP'], 'gzip'],
  [['deflate'], 'deflate'],
  [['br'], 'br'],
  [['identity, gzip'], 'gzip'],
  [['gzip', 'identity'], 'gzip'],
  [['zstd'], 'unread'],
  [['compress'], 'unread'],
  [['x-compress'], 'unread'],
  [['gzip, br'], 'unread'],
  [['gzip', 'gzip'], 'unread'],
  [['constructor'], 'unread'],
] as const)('Content-Encoding %j is the coding %s', ([values, coding]) => {
  const headers = values.map((value) => ['content-encoding', value] as const)
  expect(contentCoding([['Content-Type', 'a/b'], ...headers])).toBe(coding)
  expect(namedCoding(headers)).toBe(values.join(', ').trim())
})
