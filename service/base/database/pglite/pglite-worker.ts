import { fsyncSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { firstStart, lockFile } from './data-dir.ts'
import { readEmptyDatabase } from './empty-database.ts'

/** What the worker is started with: a folder, or `memory` to keep nothing. */
export interface PgliteWorkerData {
  dataDir: string
}

type EmscriptenModule = {
  NODEFS: {
    stream_ops: { fsync?: (stream: { nfd?: number }) => number }
    node_ops: {
      readdir(node: unknown): string[]
      setattr(node: unknown, attributes: { mode?: number }): void
    }
  }
}

/** The permissions of the group and of others. */
const forOthers = 0o077

/** PGlite's file system on disk, adapted: see `adapt`. */
class AdaptedNodeFS extends NodeFS {
  override async init(...args: Parameters<NodeFS['init']>) {
    const { emscriptenOpts } = await super.init(...args)
    const preRun = [...(emscriptenOpts.preRun ?? []), (module: unknown) => adapt(module as EmscriptenModule)]
    return { emscriptenOpts: { ...emscriptenOpts, preRun } }
  }
}

function adapt({ NODEFS: { stream_ops, node_ops } }: EmscriptenModule): void {
  const { readdir, setattr } = node_ops
  // Makes an fsync of PostgreSQL reach the disk: PGlite's own does nothing.
  stream_ops.fsync = (stream) => {
    if (stream.nfd !== undefined) fsyncSync(stream.nfd)
    return 0
  }
  // After a kill PostgreSQL opens and closes every file that it finds, which would release the lock.
  node_ops.readdir = (node) => readdir(node).filter((name) => name !== lockFile)
  // Emscripten sets the requested mode of each new file and ignores the umask.
  node_ops.setattr = (node, attributes) => {
    const { mode } = attributes
    setattr(node, mode === undefined ? attributes : { ...attributes, mode: mode & ~forOthers })
  }
}

/**
 * A fifth of PGlite's default buffers: the system caches the same pages, and the process is 100 MB smaller. An eighth
 * of the default memory for sorting keys when a table is rewritten: WebAssembly never frees memory. Files of the
 * write-ahead log are not reused with their old content: see `createRewriting`.
 */
const startParams = [
  ...PGlite.defaultStartParams,
  ...['-c', 'shared_buffers=32MB', '-c', 'maintenance_work_mem=8MB'],
  ...['-c', 'wal_recycle=off', '-c', 'min_wal_size=32MB'],
]

const durableStartParams = [
  ...startParams.filter((param) => param !== '-F'),
  '-c',
  'fsync=on',
  '-c',
  'wal_sync_method=fsync',
]

async function open({ dataDir }: PgliteWorkerData): Promise<PGlite> {
  if (dataDir === 'memory') return PGlite.create({ startParams, ...(await emptyDatabase()) })
  const folder = () => ({ fs: new AdaptedNodeFS(dataDir), startParams: durableStartParams })
  const made = await firstStart(dataDir, async () =>
    PGlite.create({ ...folder(), ...(await emptyDatabase()) }),
  )
  return made ?? PGlite.create(folder())
}

/** The empty database of the build. Without one PGlite sets up its own. */
async function emptyDatabase(): Promise<{ loadDataDir?: Blob }> {
  const loadDataDir = await readEmptyDatabase()
  return loadDataDir ? { loadDataDir } : {}
}

const port = parentPort
if (!port) throw new Error('This file runs as a worker thread.')
const pglite = await open(workerData as PgliteWorkerData)

port.on('message', async (message: Uint8Array | 'close') => {
  if (message === 'close') {
    await pglite.close()
    process.exit(0)
  }
  const answer = await execute(message)
  port.postMessage(answer, [answer.buffer])
})
port.postMessage('ready')

/**
 * Executes messages of the protocol and returns the answer. `execProtocolRaw` would leak: it parses every answer, and
 * keeps what it has parsed for ever (PGlite 0.5.16).
 */
async function execute(message: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  await pglite.execProtocolRawStream(message, { onRawData: (bytes) => void parts.push(bytes.slice()) })
  const answer = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    answer.set(part, at)
    at += part.length
  }
  return answer
}
