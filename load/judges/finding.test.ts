import { expect, test } from 'vitest'
import { fabricate, loadRecord } from '../../trust/fabricated/load.ts'
import { curlLine, waitedLine } from './finding.ts'

const record = loadRecord({})
const [exchange] = fabricate([{ status: 429 }])
if (exchange === undefined) throw new Error('no exchange')
const trial = (told: number) => ({ exchange, told, outcome: 'refused' }) as const

test('the command for a recovery meets the limit, waits longer than any trial was told, and asks once more', () => {
  const [met, once] = [curlLine(record, record.limited, 64), curlLine(record, record.limited, 1)]
  expect(waitedLine(record, record.limited, [trial(1000), trial(2500)])).toBe(`${met}; sleep 4; ${once}`)
  expect(waitedLine(record, record.limited, [])).toBe(met)
})
