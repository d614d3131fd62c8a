import { readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { isRateScenario, scenarioNames } from './registry.ts'

/** All our files that a file imports at run time, directly or not. Types do not count, nor `require`, which is not always called. */
function held(file: string, into = new Set<string>()): Set<string> {
  if (into.has(file)) return into
  into.add(file)
  const imports = /^import ((?:type )?\{[^}]*\}) from '(\.[^']+)'/gm
  for (const [, what = '', from = ''] of readFileSync(file, 'utf8').matchAll(imports)) {
    const names = what.replace(/^\{|\}$/g, '').split(',')
    if (what.startsWith('type ') || names.every((name) => /^\s*(type\s.*)?$/.test(name))) continue
    held(resolve(file, '..', from), into)
  }
  return into
}

test.for(scenarioNames.filter(isRateScenario))(
  '%s: a virtual user loads four files, and neither registry nor catalogue',
  (name) => {
    const files = [...held(resolve(import.meta.dirname, 'scenarios', `${name}.ts`))]
    expect(files.map((file) => relative(resolve(import.meta.dirname, '..'), file)).sort()).toEqual(
      [
        'evidence/retry-after.ts',
        'load/scenarios/runtime/arrival-rate.ts',
        'load/scenarios/runtime/recording.ts',
        `load/scenarios/${name}.ts`,
      ].sort(),
    )
  },
)
