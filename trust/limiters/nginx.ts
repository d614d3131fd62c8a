import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findProgram } from './debian.ts'
import { concurrency, type RealLimiter, type Running, refusalBody, type StartOptions, tokenBucket } from './limiter.ts'
import { servePlain } from './plain-service.ts'
import { startProgram } from './program.ts'

const zones = `
  limit_req_zone $http_x_service_api_key zone=requests:1m rate=20r/s;
  limit_conn_zone $http_x_service_api_key zone=connections:1m;`

/** The configuration of nginx: it writes only into its room, and logs no refusal. */
function configuration(limit: string, port: number, plain: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path tmp;`)
  return `daemon off;
master_process off;
pid nginx.pid;
error_log stderr crit;
events { worker_connections 1024; }
http {
  access_log off;
  ${temporary.join(' ')}
  limit_req_status 429;
  limit_conn_status 429;
  limit_req_log_level info;${zones}
  upstream plain { server ${plain.slice('http://'.length)}; keepalive 200; }
  server {
    listen 127.0.0.1:${port};
    keepalive_requests 100000;
    error_page 429 @refused;
    location / {
      ${limit}
      proxy_pass http://plain;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
    }
    location @refused { internal; default_type application/json; return 429 '${refusalBody}'; }
  }
}
`
}

async function start(limit: string, workMs: number, surroundings: StartOptions): Promise<Running> {
  const { room, port, signal } = surroundings
  const { command, environment } = await findProgram('nginx', surroundings)
  const plain = await servePlain(workMs)
  try {
    await mkdir(join(room, 'tmp'), { recursive: true })
    await writeFile(join(room, 'nginx.conf'), configuration(limit, port, plain.url))
    const args = ['-e', 'stderr', '-p', room, '-c', 'nginx.conf']
    const nginx = await startProgram({ command, args, port, signal, environment })
    return { url: nginx.url, stop: () => nginx.stop().then(plain.stop) }
  } catch (error) {
    await plain.stop()
    throw error
  }
}

/** nginx refuses a request that exceeds `burst`, and the first one counts nothing: so `burst` + 1 fit in at once. */
export const nginxLimiters: readonly RealLimiter[] = [
  {
    name: 'nginx limit_req',
    truth: tokenBucket(20, 20, 'rate=20r/s burst=19 nodelay'),
    start: (surroundings) => start('limit_req zone=requests burst=19 nodelay;', 0, surroundings),
  },
  {
    name: 'nginx limit_req, delaying',
    truth: tokenBucket(20, 20, 'rate=20r/s burst=19'),
    start: (surroundings) => start('limit_req zone=requests burst=19;', 0, surroundings),
  },
  {
    name: 'nginx limit_conn',
    truth: concurrency(8, 'limit_conn 8, 60 ms of work'),
    start: (surroundings) => start('limit_conn connections 8;', 60, surroundings),
  },
]
