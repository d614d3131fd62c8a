import { expect, test } from 'vitest'
import { loadRecord } from '../../trust/fabricated/load.ts'
import { curlToLoad, waitedLine } from './finding.ts'

const record = loadRecord({})

test('the command for a recovery meets the limit, waits longer than any trial was told, and asks once more', () => {
  const [met, once] = [curlToLoad(record, record.limited, 64), curlToLoad(record, record.limited, 1)]
  expect(waitedLine(record, record.limited, [{ told: 1000 }, { told: 2500 }])).toBe(`${met}; sleep 4; ${once}`)
  expect(waitedLine(record, record.limited, [])).toBe(met)
})
