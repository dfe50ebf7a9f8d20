import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, existsSync, globSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { chown, copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '../../support/free-port.ts'
import { unprivilegedAccount } from '../../support/postgres.ts'
import { findNginx, findPostgres } from '../../support/programs.ts'

/** A part of the cluster that can die. A database node is Patroni with its PostgreSQL. */
export type Part = 'node' | 'etcd' | 'haproxy' | 'motif' | 'nginx'

/** A whole cluster on this machine: three database nodes, three etcd, two Motif each behind an HAProxy, and nginx. */
export type Cluster = Awaited<ReturnType<typeof startCluster>>

const nodes = [0, 1, 2]
const parts: Record<Part, number[]> = { etcd: nodes, node: nodes, haproxy: [0, 1], motif: [0, 1], nginx: [0] }
const password = 'for-tests-only'

/** The programs that a cluster needs, or which of them are not on this machine. */
export function findPrograms() {
  const inPath = (name: string) =>
    ['/usr/bin', '/usr/sbin', '/usr/local/bin'].map((folder) => join(folder, name)).find(existsSync)
  const programs = {
    patroni: inPath('patroni'),
    etcd: inPath('etcd'),
    haproxy: inPath('haproxy'),
    nginx: findNginx(),
    postgres: findPostgres(),
  }
  const missing = Object.entries(programs).flatMap(([name, path]) => (path ? [] : [name]))
  return { programs: programs as Record<keyof typeof programs, string>, missing }
}

/** Starts a cluster from the files of `deploy/cluster`, with addresses of this machine. */
export async function startCluster() {
  const { programs } = findPrograms()
  const account = await unprivilegedAccount()
  const folder = await mkdtemp(join(tmpdir(), 'motif-cluster-'))
  if (account.uid !== undefined) await chown(folder, account.uid, account.gid ?? account.uid)
  const port = await portsOf()
  const running = new Map<string, ChildProcess>()
  const token = 'a-token-of-acme-for-tests'
  await copyFile('deploy/cluster/create-database.sh', join(folder, 'create-database.sh'))
  const patroniFile = join(folder, 'patroni.yml')
  writeFileSync(
    patroniFile,
    readFileSync('deploy/cluster/patroni.yml', 'utf8').replace('/etc/motif-cluster', folder),
  )

  const databaseUrl = (index: number) => `postgres://motif:${password}@${at(`haproxy${index}`)}/motif`
  const at = (name: string) => `127.0.0.1:${port.get(name)}`
  const common = { PATH: `${programs.postgres}:/usr/bin:/bin`, HOME: folder }
  const commands: Record<Part, (index: number) => { command: string[]; env: Record<string, string> }> = {
    etcd: (index) => ({ command: [programs.etcd], env: etcdEnvironment(index) }),
    node: (index) => ({ command: [programs.patroni, patroniFile], env: nodeEnvironment(index) }),
    haproxy: (index) => ({
      command: [programs.haproxy, '-db', '-f', resolve('deploy/cluster/haproxy.cfg')],
      env: {
        HAPROXY_LISTEN: at(`haproxy${index}`),
        ...Object.fromEntries(
          nodes.flatMap((node) => [
            [`NODE${node + 1}`, at(`postgres${node}`)],
            [`NODE${node + 1}_PATRONI`, `${port.get(`patroni${node}`)}`],
          ]),
        ),
      },
    }),
    motif: (index) => ({
      command: [process.execPath, resolve('dist/service/main.js')],
      env: {
        DATABASE_URL: databaseUrl(index),
        PORT: `${port.get(`motif${index}`)}`,
        PUBLIC_URL: `http://${at('nginx0')}`,
        MOTIF_TOKENS: `acme/ada=${token}`,
        TEMPLATES_DIR: resolve('test/fixtures/templates'),
        ENRICH: 'email',
        CHECK_PAGES: 'false',
        RATE_LIMIT: '0',
      },
    }),
    nginx: () => ({ command: [programs.nginx, '-p', folder, '-c', join(folder, 'nginx.conf')], env: {} }),
  }

  function etcdEnvironment(index: number): Record<string, string> {
    const peer = `http://${at(`peer${index}`)}`
    const client = `http://${at(`etcd${index}`)}`
    return {
      ETCD_NAME: `node${index + 1}`,
      ETCD_DATA_DIR: join(folder, `etcd${index}`),
      ETCD_INITIAL_CLUSTER: nodes.map((node) => `node${node + 1}=http://${at(`peer${node}`)}`).join(','),
      ETCD_INITIAL_CLUSTER_STATE: 'new',
      ETCD_INITIAL_CLUSTER_TOKEN: 'motif',
      ETCD_INITIAL_ADVERTISE_PEER_URLS: peer,
      ETCD_LISTEN_PEER_URLS: peer,
      ETCD_LISTEN_CLIENT_URLS: client,
      ETCD_ADVERTISE_CLIENT_URLS: client,
      ETCD_LOG_LEVEL: 'warn',
    }
  }

  function nodeEnvironment(index: number): Record<string, string> {
    return {
      PATRONI_NAME: `node${index + 1}`,
      PATRONI_ETCD3_HOSTS: nodes.map((node) => at(`etcd${node}`)).join(','),
      PATRONI_RESTAPI_LISTEN: at(`patroni${index}`),
      PATRONI_RESTAPI_CONNECT_ADDRESS: at(`patroni${index}`),
      PATRONI_POSTGRESQL_LISTEN: at(`postgres${index}`),
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: at(`postgres${index}`),
      PATRONI_POSTGRESQL_DATA_DIR: dataOf(index),
      PATRONI_POSTGRESQL_BIN_DIR: programs.postgres,
      PATRONI_POSTGRESQL_PGPASS: join(folder, `pgpass${index}`),
      PATRONI_SUPERUSER_PASSWORD: password,
      PATRONI_REPLICATION_PASSWORD: password,
      PATRONI_REWIND_PASSWORD: password,
      MOTIF_DATABASE_PASSWORD: password,
    }
  }

  const dataOf = (index: number) => join(folder, `data${index}`)

  /** Ends what an earlier run left behind a killed Patroni: its PostgreSQL lives on. */
  function killPostgres(index: number): void {
    try {
      process.kill(
        Number(readFileSync(join(dataOf(index), 'postmaster.pid'), 'utf8').split('\n')[0]),
        'SIGKILL',
      )
    } catch {
      // It is not running.
    }
  }

  async function start(part: Part, index: number): Promise<void> {
    const name = `${part}${index}`
    if (running.has(name)) return
    const { command, env } = commands[part](index)
    const [program = '', ...rest] = command
    const log = openSync(join(folder, `${name}.log`), 'a')
    const child = spawn(program, rest, {
      ...(part === 'nginx' || part === 'motif' ? {} : account),
      cwd: folder,
      env: { ...common, ...env },
      stdio: ['ignore', log, log],
    })
    closeSync(log)
    running.set(name, child)
    child.once('exit', () => {
      if (running.get(name) === child) running.delete(name)
    })
  }

  function kill(part: Part, index: number): void {
    running.get(`${part}${index}`)?.kill('SIGKILL')
    running.delete(`${part}${index}`)
    if (part === 'node') killPostgres(index)
  }

  function killMachine(index: number): void {
    for (const part of ['node', 'etcd', 'haproxy', 'motif'] as const) kill(part, index)
  }

  async function primary(): Promise<number | undefined> {
    const answers = await Promise.all(nodes.map((node) => isOk(`http://${at(`patroni${node}`)}/primary`)))
    const index = answers.indexOf(true)
    return index === -1 ? undefined : index
  }

  async function hasSyncStandby(): Promise<boolean> {
    const answers = await Promise.all(nodes.map((node) => isOk(`http://${at(`patroni${node}`)}/synchronous`)))
    return answers.includes(true)
  }

  /** A node that has just come back is none to count on before it has what the primary has. */
  async function isWhole(): Promise<boolean> {
    const healthy = await Promise.all(nodes.map((node) => isOk(`http://${at(`patroni${node}`)}/health`)))
    return healthy.every(Boolean) && (await primary()) !== undefined && (await hasSyncStandby())
  }

  const isReady = () => Promise.all([0, 1].map((index) => isOk(`http://${at(`motif${index}`)}/readyz`)))

  async function recover(): Promise<void> {
    for (const part of ['etcd', 'node', 'haproxy'] as const)
      for (const index of parts[part]) await start(part, index)
    await until('a whole database', isWhole)
    await until('Motif', async () => {
      // A Motif that finds no database as it starts ends; systemd starts it again.
      for (const part of ['motif', 'nginx'] as const)
        for (const index of parts[part]) await start(part, index)
      return (await isReady()).every(Boolean) && (await isOk(`http://${at('nginx0')}/v1/openapi.json`))
    })
  }

  async function until(what: string, isThere: () => Promise<boolean>): Promise<void> {
    const end = Date.now() + 120_000
    while (!(await isThere())) {
      if (Date.now() > end) throw new Error(`${what} did not come within two minutes:\n${logs()}`)
      await wait(200)
    }
  }

  async function untilOther(than: number): Promise<void> {
    await until('another primary', async () => ![undefined, than].includes(await primary()))
  }

  async function query<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
    const index = await primary()
    const client = new pg.Client({
      connectionString: `postgres://postgres:${password}@${at(`postgres${index}`)}/motif`,
    })
    await client.connect()
    try {
      return (await client.query<Row>(text)).rows
    } finally {
      await client.end()
    }
  }

  function logs(): string {
    const last = (path: string) => readFileSync(path, 'utf8').slice(-1500)
    return globSync(join(folder, '*.log'))
      .sort()
      .map((path) => `--- ${path}\n${last(path)}`)
      .join('\n')
  }

  function killAll(): void {
    for (const [name, child] of running) {
      child.kill('SIGKILL')
      running.delete(name)
    }
    for (const node of nodes) killPostgres(node)
  }

  process.once('exit', killAll)
  // Without this, being ended by a signal is no `exit`, and all of it would live on.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  writeNginxConfiguration(folder, at)
  await recover()
  return {
    url: `http://${at('nginx0')}`,
    token,
    primary,
    kill,
    killMachine,
    killPostgres,
    recover,
    untilOther,
    query,
    async [Symbol.asyncDispose]() {
      process.off('exit', killAll)
      killAll()
      await wait(500)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function portsOf(): Promise<Map<string, number>> {
  const names = [
    ...nodes.flatMap((node) => [`etcd${node}`, `peer${node}`, `patroni${node}`, `postgres${node}`]),
    ...[0, 1].flatMap((index) => [`haproxy${index}`, `motif${index}`]),
    'nginx0',
  ]
  const ports = new Map<string, number>()
  for (const name of names) ports.set(name, await freePort())
  return ports
}

/** `deploy/nginx/motif.conf` with both replicas, without its certificate. */
function writeNginxConfiguration(folder: string, at: (name: string) => string): void {
  const site = readFileSync('deploy/nginx/motif.conf', 'utf8')
    .replace(/server \{\n {4}listen 80;[\s\S]*?\n\}\n/, '')
    .replace(/^ *listen \[::\].*\n/gm, '')
    .replace(/^ *ssl_.*\n/gm, '')
    .replace('listen 443 ssl http2', `listen ${at('nginx0')}`)
    .replace(/server 127\.0\.0\.1:4000(.*);/, `server ${at('motif0')}$1;\n    server ${at('motif1')}$1;`)
    .replace('/var/cache/nginx/motif', join(folder, 'nginx-cache'))
  writeFileSync(join(folder, 'motif.conf'), site)
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  for (const kind of kinds) mkdirSync(join(folder, kind), { recursive: true })
  const ours = process.getuid?.() === 0 ? 'user root;' : ''
  writeFileSync(
    join(folder, 'nginx.conf'),
    `${ours} daemon off; master_process off; pid ${folder}/nginx.pid; error_log stderr; events {}
     http { ${kinds.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(' ')} access_log off; include motif.conf; }`,
  )
}

async function isOk(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(2000) })
    await answer.arrayBuffer()
    return answer.ok
  } catch {
    return false
  }
}
