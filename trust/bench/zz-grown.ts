import { mkdtempSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { asDevelopment } from '../processes/child-run.ts'
import { asScripts, runNode, startHelper } from './family.ts'
import { wordsOf } from './record-tape.ts'
const times = Number(process.argv[2] ?? 10)
const room = mkdtempSync('/tmp/pf/room-')
const file = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const service = await startHelper([file('./grown-service.ts'), String(times), room])
const { settings, extension } = JSON.parse(service.said)
const more = times === 1 ? {} : { CATALOG_EXTENSION: extension }
const ended = await runNode([...asScripts, ...(process.argv[3] ? process.argv[3].split(' ') : []), '--import', file('./stage-clock.ts'), '--import','/tmp/pf/mem.ts', file('../../suite.ts'), 'run', ...wordsOf('nightly'), '--out', room+'/run'], { cwd: room, environment: { ...asDevelopment(settings), ...more, BENCH_STAGES: room+'/stages.json', HISTORY_FILE: room+'/h.ndjson' } })
service.end()
console.log(ended.code, (ended.peakBytes/2**20).toFixed(0), ended.ms|0, readFileSync(room+'/stages.json','utf8'), ended.output.slice(-300))
