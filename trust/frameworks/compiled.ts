import type { Framework } from './framework.ts'
import { javaArchive, rustProgram } from './install.ts'

export const axum: Framework = {
  name: 'axum',
  versions: 'axum 0.8.9, tokio 1.54.1',
  from: 'crates.io',
  language: 'Rust',
  sheds: [{ inFlight: 8, status: 503 }],
  bugs: [
    'route-missing',
    'update-route-missing',
    'router-missing',
    'wrong-casing',
    'slash-on-create',
    'native-errors',
    'native-query-errors',
    'validation-422',
    'crash-on-null',
    'no-content',
    'number-id',
    'request-id-missing',
    'bearer-too',
    'missing-as-403',
    'choice-needs-key',
  ],
  prepare: async (surroundings) => {
    const command = await rustProgram(surroundings)
    return () => [{ command, args: [] }]
  },
}

export const spring: Framework = {
  name: 'spring-boot',
  versions: 'Spring Boot 4.0.9, Java 17',
  from: 'Maven Central',
  language: 'Java',
  sheds: [{ inFlight: 10, status: 503 }],
  bugs: [
    'route-missing',
    'update-route-missing',
    'router-missing',
    'wrong-method',
    'slash-on-create',
    'native-errors',
    'validation-422',
    'coerced-types',
    'crash-on-null',
    'status-missing',
    'limit-word-crash',
    'forbidden-as-401',
    'missing-as-403',
    'open-embeds',
  ],
  prepare: async (surroundings) => {
    const archive = await javaArchive(surroundings)
    const args = ['-XX:TieredStopAtLevel=1', '-Xmx256m', '-jar', archive]
    return () => [{ command: 'java', args }]
  },
}
