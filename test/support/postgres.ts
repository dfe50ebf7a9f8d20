import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePort } from './free-port.ts'
import { findPostgres } from './programs.ts'

const run = promisify(execFile)

/** A PostgreSQL server of the tests' own, in a folder that goes with it. */
export interface Cluster {
  /** `postgres://…` of its maintenance database. */
  url: string
  stop(): Promise<void>
}

/** PostgreSQL refuses to run as root: the account it runs as then, which must exist. */
interface Account {
  uid?: number
  gid?: number
}

/** Ends the server and removes its folder when the tests end in whatever way: their end of the pipe closes. */
const keeper = `
trap '' INT TERM HUP
"$@" & server=$!
cat > /dev/null
kill -QUIT $server
wait $server
rm -rf "$FOLDER"`

/** A commit does not wait for the disk: in most tests no machine dies. */
const forgetful = '-c fsync=off -c full_page_writes=off -c synchronous_commit=off'.split(' ')

/**
 * Starts a throw-away PostgreSQL on a free port of 127.0.0.1. `undefined` where there is no PostgreSQL on this machine.
 *
 * @param waitsForDisk whether a commit does, as PostgreSQL has it
 */
export async function startCluster({ waitsForDisk = true } = {}): Promise<Cluster | undefined> {
  const bin = findPostgres()
  if (!bin) return undefined
  const account = await unprivilegedAccount()
  const folder = await mkdtemp(join(tmpdir(), 'motif-postgres-'))
  if (account.uid !== undefined) await chown(folder, account.uid, account.gid ?? account.uid)
  await run(join(bin, 'initdb'), ['-D', join(folder, 'data'), '-U', 'motif', '-A', 'trust', '-E', 'UTF8'], {
    ...account,
    cwd: folder,
    // Without a language of the shell's, letters beyond ASCII would have no case.
    env: { LANG: 'C.UTF-8', ...process.env },
  })
  const port = await freePort()
  const options = ['-p', `${port}`, '-h', '127.0.0.1', '-k', folder, '-c', 'max_connections=200', ...counting]
  if (!waitsForDisk) options.push(...forgetful)
  const server = spawn(
    'sh',
    ['-c', keeper, 'sh', join(bin, 'postgres'), '-D', join(folder, 'data'), ...options],
    {
      ...account,
      cwd: folder,
      env: { ...process.env, FOLDER: folder },
      stdio: ['pipe', 'ignore', 'pipe'],
    },
  )
  await waitUntilReady(server)
  return { url: `postgres://motif@127.0.0.1:${port}/postgres`, stop: () => stop(server, folder) }
}

/** PostgreSQL's own count of statements. */
const counting = ['-c', 'shared_preload_libraries=pg_stat_statements']

/** How many statements a database of a cluster was sent so far, `BEGIN` and `COMMIT` among them. */
export async function countStatements(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements')
  const { rows } = await client.query(
    `SELECT sum(calls)::integer AS statements FROM pg_stat_statements s JOIN pg_database d ON d.oid = s.dbid
     WHERE d.datname = current_database()`,
  )
  await client.end()
  return rows[0].statements
}

/** The database of the tests' cluster that has the tables and nothing in them. */
export const emptyDatabase = 'motif_empty'

/**
 * Makes a database in the cluster at `clusterUrl` and gives its URL. It ends with its cluster.
 *
 * @param template the database that it is a copy of; one without tables if nothing is said.
 */
export async function createDatabase(
  clusterUrl: string,
  { name = `test_${randomBytes(6).toString('hex')}`, template = 'template1' } = {},
): Promise<string> {
  const client = new pg.Client({ connectionString: clusterUrl })
  await client.connect()
  await client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`).finally(() => client.end())
  return clusterUrl.replace(/[^/]*$/, name)
}

/** Does something on a new embedded database, then on PostgreSQL if there is one. */
export async function onBothDatabases<Result>(
  work: (environment: { DATA_DIR?: string; DATABASE_URL?: string }) => Promise<Result>,
): Promise<[database: string, result: Result][]> {
  const folder = await mkdtemp(join(tmpdir(), 'motif-pglite-'))
  const cluster = await startCluster()
  try {
    const embedded = await work({ DATA_DIR: join(folder, 'data') })
    if (!cluster) return [['PGlite', embedded]]
    const server = await work({ DATABASE_URL: await createDatabase(cluster.url) })
    return [
      ['PGlite', embedded],
      ['PostgreSQL', server],
    ]
  } finally {
    await cluster?.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

export async function unprivilegedAccount(): Promise<Account> {
  if (process.getuid?.() !== 0) return {}
  for (const user of ['postgres', 'nobody']) {
    const ids = await Promise.all(['-u', '-g'].map((flag) => run('id', [flag, user]))).catch(() => undefined)
    if (ids) return { uid: Number(ids[0]?.stdout), gid: Number(ids[1]?.stdout) }
  }
  throw new Error('PostgreSQL does not run as root, and this machine has no user "postgres" or "nobody".')
}

function waitUntilReady(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = ''
    server.stderr?.setEncoding('utf8').on('data', (text: string) => {
      log = (log + text).slice(-10_000)
      if (log.includes('ready to accept connections')) resolve()
    })
    server.once('error', reject)
    server.once('exit', () => reject(new Error(`PostgreSQL did not start:\n${log}`)))
  })
}

async function stop(server: ChildProcess, folder: string): Promise<void> {
  const ended = new Promise((resolve) => server.once('exit', resolve))
  server.stdin?.end()
  await ended
  await rm(folder, { recursive: true, force: true })
}
