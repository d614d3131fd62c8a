import { readFileSync } from 'node:fs'
import { parse } from 'dotenv'
import { expect, test } from 'vitest'
import { commonSettings, developmentPrefix, environmentSettings } from './setting-rows.ts'
import { allNames } from './settings.ts'

const text = readFileSync(new URL('../.env.example', import.meta.url), 'utf8')
const named = [...text.matchAll(/^# ?([A-Z0-9_]+)=/gm)].map(([, name]) => name)

test('.env.example lists every setting once, with the meaning that the code gives', () => {
  const lines = text.split('\n')
  for (const { name, meaning } of [...environmentSettings, ...commonSettings]) {
    expect(lines, name).toContain(`# ${meaning}`)
  }
  expect([...named].sort()).toEqual([...allNames()].sort())
  expect(developmentPrefix).toBe('DEV_')
})

test('.env.example copied as it is sets nothing', () => {
  expect(parse(text)).toEqual({})
})
