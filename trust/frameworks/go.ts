import type { Framework } from './framework.ts'
import { goProgram } from './install.ts'

const onGo = (name: string): Pick<Framework, 'from' | 'language' | 'prepare'> => ({
  from: 'Go modules',
  language: 'Go',
  prepare: async (surroundings) => {
    const command = await goProgram(surroundings)
    return () => [{ command, args: [name] }]
  },
})

export const stdlib: Framework = {
  name: 'net/http',
  versions: 'net/http of Go 1.26',
  ...onGo('stdlib'),
  sheds: [{ inFlight: 50, status: 502 }],
  bugs: [
    'route-missing',
    'write-route-missing',
    'router-missing',
    'wrong-method',
    'wrong-casing',
    'slash-on-create',
    'slash-on-listing',
    'open-embeds',
    'native-errors',
    'ok-errors',
    'crash-on-null',
    'malformed-accepted',
    'number-id',
    'bearer-too',
    'plain-text',
  ],
}

export const chi: Framework = {
  name: 'chi',
  versions: 'chi 5.5.0, Go 1.26',
  ...onGo('chi'),
  sheds: [{ inFlight: 4, status: 429 }],
  bugs: [
    'route-missing',
    'update-route-missing',
    'router-missing',
    'slash-on-create',
    'open-embeds',
    'open-team',
    'crash-on-null',
    'status-missing',
    'request-id-missing',
    'key-prefix',
    'limit-word-served',
  ],
}

export const gin: Framework = {
  name: 'gin',
  versions: 'gin 1.12.0, Go 1.26',
  ...onGo('gin'),
  sheds: [{ inFlight: 3, status: 503 }],
  bugs: [
    'route-missing',
    'write-route-missing',
    'router-missing',
    'wrong-casing',
    'slash-on-create',
    'slash-on-listing',
    'auth-goes-on',
    'native-errors',
    'validation-422',
    'crash-on-null',
    'no-content',
    'forbidden-as-401',
    'choice-needs-key',
  ],
}

export const echo: Framework = {
  name: 'echo',
  versions: 'echo 4.16.0, Go 1.26',
  ...onGo('echo'),
  sheds: [{ inFlight: 2, status: 429 }],
  bugs: [
    'route-missing',
    'update-route-missing',
    'router-missing',
    'wrong-method',
    'wrong-casing',
    'open-embeds',
    'native-errors',
    'crash-on-null',
  ],
}
