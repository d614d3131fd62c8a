import type { Framework } from './framework.ts'
import { pythonHome, sourceOf } from './install.ts'

const onPython = (file: string): Pick<Framework, 'from' | 'language' | 'prepare'> => ({
  from: 'PyPI',
  language: 'Python',
  prepare: async (surroundings) => {
    const command = await pythonHome(surroundings)
    const environment = { PYTHONDONTWRITEBYTECODE: '1' }
    return () => [{ command, args: [file], directory: sourceOf('python'), environment }]
  },
})

export const fastapi: Framework = {
  name: 'fastapi',
  versions: 'FastAPI 0.165.0, uvicorn 0.54.0',
  ...onPython('fastapi_app.py'),
  sheds: [{ inFlight: 8, status: 503 }],
  bugs: [
    'route-missing',
    'router-missing',
    'slash-on-create',
    'slash-on-listing',
    'open-embeds',
    'open-team',
    'validation-422',
    'native-errors',
    'coerced-types',
    'status-missing',
    'number-id',
    'key-in-query',
    'limit-word-crash',
  ],
}

export const flask: Framework = {
  name: 'flask',
  versions: 'Flask 3.1.3, waitress 3.0.2',
  ...onPython('flask_app.py'),
  sheds: [{ inFlight: 4, status: 503 }],
  bugs: [
    'route-missing',
    'update-route-missing',
    'wrong-method',
    'slash-on-create',
    'slash-on-listing',
    'native-errors',
    'ok-errors',
    'crash-on-null',
    'malformed-accepted',
    'coerced-types',
    'no-content',
    'unknown-placement-served',
  ],
}

export const djangoRest: Framework = {
  name: 'django-rest',
  versions: 'Django REST framework 3.18.3, Django 5.2.19, waitress 3.0.2',
  ...onPython('drf_app.py'),
  sheds: [{ inFlight: 6, status: 503 }],
  bugs: [
    'route-missing',
    'write-route-missing',
    'update-route-missing',
    'router-missing',
    'slash-on-create',
    'slash-on-listing',
    'missing-as-403',
    'token-too',
    'native-errors',
    'coerced-types',
    'crash-on-null',
    'created-201',
    'limit-word-crash',
    'open-embeds',
  ],
}
