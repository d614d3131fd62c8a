import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { products } from '../../fixtures/catalog/catalog.ts'
import { findProgram } from '../limiters/debian.ts'
import type { Framework, WorkPlace } from './framework.ts'
import { goProgram, sourceOf } from './install.ts'

/** The path prefixes that a gateway passes on. */
const prefixes = products.flatMap((table) => table.prefixes)

const isShed = ({ shed }: WorkPlace) => shed !== null

/** The locations that nginx passes to PHP. Any other path gets nginx's own 404. */
function locations({ bug }: WorkPlace): readonly string[] {
  const own = prefixes.filter((prefix) => !(bug === 'router-missing' && prefix === '/api/incentive'))
  const spelled =
    'charge|customer|invoice|link|paymentLink|promotion|receipt|refund|subscription|subscriptionplan|transaction'
  return own.map((prefix) => {
    const location =
      bug === 'gateway-casing' && prefix === '/api/payment' ? `~ ^/api/payment/(${spelled})/` : `${prefix}/`
    return `location ${location} { fastcgi_pass php; include fastcgi.conf; }`
  })
}

function nginxConfiguration(place: WorkPlace): string {
  const { port, innerPort, bug, shed } = place
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path tmp;`)
  const limit = isShed(place) ? `limit_conn all ${shed?.inFlight}; limit_conn_status ${shed?.status};` : ''
  const redirects: Partial<Record<string, string>> = {
    'slash-on-create': 'rewrite ^/api/vote/embed/create$ $uri/ permanent;',
    'slash-on-listing': 'location = /api/video/details/all { return 308 $uri/$is_args$args; }',
    'redirected-everywhere': 'return 301 https://www.example.com$request_uri;',
  }
  return `daemon off;
master_process off;
pid nginx.pid;
error_log stderr crit;
events { worker_connections 512; }
http {
  access_log off;
  ${temporary.join(' ')}
  limit_conn_zone $server_name zone=all:1m;
  limit_conn_log_level info;
  upstream php { server 127.0.0.1:${innerPort}; }
  server {
    listen 127.0.0.1:${port};
    server_name api;
    absolute_redirect off;
    ${limit}
    ${redirects[bug ?? ''] ?? ''}
    ${locations(place).join('\n    ')}
  }
}
`
}

const fastcgi = (place: WorkPlace) =>
  Object.entries({
    SCRIPT_FILENAME: join(sourceOf('php'), 'index.php'),
    REQUEST_METHOD: '$request_method',
    REQUEST_URI: '$request_uri',
    QUERY_STRING: '$query_string',
    CONTENT_TYPE: '$content_type',
    CONTENT_LENGTH: '$content_length',
    SERVER_PROTOCOL: '$server_protocol',
    CATALOGUE: place.catalogue,
    WORLD: join(place.room, 'world.json'),
    ROOM: place.room,
    BUG: `"${place.bug ?? ''}"`,
    SHED: `"${isShed(place) ? 'on' : ''}"`,
  })
    .map(([name, value]) => `fastcgi_param ${name} ${value};\n`)
    .join('')

const fpm = ({ room, innerPort }: WorkPlace) => `[global]
daemonize = no
error_log = ${join(room, 'fpm.log')}
log_level = alert
[www]
listen = 127.0.0.1:${innerPort}
pm = static
pm.max_children = 16
php_flag[display_errors] = off
`

/** PHP's process manager (PHP-FPM) behind nginx: two programs of Debian. */
export const php: Framework = {
  name: 'nginx-php',
  versions: 'nginx 1.22, PHP-FPM 8.2',
  from: 'Debian',
  language: 'PHP',
  sheds: [{ inFlight: 4, status: 503 }],
  bugs: [
    'route-missing',
    'router-missing',
    'gateway-casing',
    'slash-on-create',
    'slash-on-listing',
    'redirected-everywhere',
    'open-embeds',
    'malformed-accepted',
    'coerced-types',
    'crash-on-null',
    'warning-in-front',
    'number-id',
    'created-201',
    'ok-errors',
    'key-in-query',
  ],
  prepare: async (surroundings) => {
    const nginx = await findProgram('nginx', surroundings)
    const manager = await findProgram('php-fpm8.2', surroundings, 'php8.2-fpm')
    return async (place) => {
      const { room } = place
      await mkdir(join(room, 'tmp'), { recursive: true })
      await writeFile(join(room, 'nginx.conf'), nginxConfiguration(place))
      await writeFile(join(room, 'fastcgi.conf'), fastcgi(place))
      await writeFile(join(room, 'fpm.conf'), fpm(place))
      const inner = { ...manager.environment, PORT: String(place.innerPort) }
      const args = ['-n', '-R', '-F', '-y', join(room, 'fpm.conf')]
      return [
        { command: manager.command, args, environment: inner },
        {
          command: nginx.command,
          args: ['-e', 'stderr', '-p', room, '-c', 'nginx.conf'],
          environment: nginx.environment,
        },
      ]
    }
  },
}

function haproxyConfiguration({ port, innerPort, bug, shed }: WorkPlace): string {
  const passed = prefixes.filter((prefix) => !(bug === 'gateway-forgets' && prefix === '/api/incentive'))
  const rules: Partial<Record<string, string>> = {
    'slash-on-listing': 'http-request redirect code 308 location %[path]/ if { path /api/video/details/all }',
    'redirected-everywhere': 'http-request redirect scheme https code 301',
    'key-dropped': 'http-request del-header X-Service-API-Key if { path_beg /api/video/ }',
    'gateway-casing': 'http-request return status 404 if { path_beg /api/payment/subscriptionPlan/ }',
  }
  return `global
  maxconn 1000
defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  timeout queue ${shed === null ? '10s' : '1ms'}
  timeout http-keep-alive 60s
frontend front
  bind 127.0.0.1:${port}
  ${rules[bug ?? ''] ?? ''}
  use_backend api if { path_beg ${passed.map((prefix) => `${prefix}/`).join(' ')} }
backend api
  server one 127.0.0.1:${innerPort} ${shed === null ? '' : `maxconn ${shed.inFlight}`}
`
}

/** HAProxy in front of net/http. A path that no rule passes on has no backend, and gets HAProxy's 503. */
export const haproxy: Framework = {
  name: 'haproxy',
  versions: 'HAProxy 2.6 before net/http of Go 1.26',
  from: 'Debian',
  language: 'Go',
  sheds: [{ inFlight: 4, status: 503 }],
  bugs: [
    'route-missing',
    'write-route-missing',
    'gateway-forgets',
    'gateway-casing',
    'slash-on-listing',
    'redirected-everywhere',
    'key-dropped',
    'open-embeds',
    'crash-on-null',
  ],
  prepare: async (surroundings) => {
    const { command, environment } = await findProgram('haproxy', surroundings)
    const service = await goProgram(surroundings)
    return async (place) => {
      const file = join(place.room, 'haproxy.cfg')
      await writeFile(file, haproxyConfiguration(place))
      // HAProxy sheds, not the service behind it. That service only works as slowly as one that sheds.
      const inner = { PORT: String(place.innerPort), SHED: isShed(place) ? '1000:503' : '' }
      return [
        { command: service, args: ['stdlib'], environment: inner },
        { command, args: ['-db', '-f', file], environment },
      ]
    }
  },
}
