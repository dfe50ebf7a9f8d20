import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../../test/support/free-port.ts'
import { findFile } from '../../test/support/programs.ts'

/** nginx with one worker on one core, which serves one file. `await using` ends it. */
interface Nginx extends AsyncDisposable {
  url: string
}

/** Which of nginx, wrk and taskset are missing on this machine. */
export const missingTools = (): string[] =>
  ['nginx', 'wrk', 'taskset'].filter((name) => !findFile(name) && !findFile(`/usr/sbin/${name}`))

/** Serves a body as a file under a path, with these headers, configured for speed. */
export async function startNginx(
  path: string,
  body: Buffer,
  headers: Record<string, string>,
  core: number,
): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), 'motif-nginx-'))
  await chmod(folder, 0o755)
  const file = join(folder, 'root', path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, body)
  const port = await freePort()
  await writeFile(join(folder, 'nginx.conf'), configuration(folder, port, headers))
  const binary = findFile('nginx') ?? '/usr/sbin/nginx'
  const child = spawn('taskset', ['-c', `${core}`, binary, '-c', join(folder, 'nginx.conf'), '-p', folder], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  while (!(await isOpen(port))) await wait(50)
  return {
    url: `http://127.0.0.1:${port}${path}`,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGQUIT')
      if (child.exitCode === null) await once(child, 'exit')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function configuration(folder: string, port: number, headers: Record<string, string>): string {
  const added = Object.entries(headers).map(([name, value]) => `add_header ${name} "${value}";`)
  return `daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
events { worker_connections 1024; }
http {
  access_log off; sendfile on; tcp_nopush on; tcp_nodelay on; keepalive_requests 100000000; etag on;
  open_file_cache max=100 inactive=600s; open_file_cache_valid 600s; default_type "application/json; charset=utf-8";
  server { listen 127.0.0.1:${port}; root ${folder}/root; location / { ${added.join(' ')} } }
}`
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('close', () => {})
    socket.unref()
    socket.once('connect', () => socket.destroy())
  })
}
