import { fsyncSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { readEmptyDatabase } from './empty-database.ts'
import { firstStart } from './first-start.ts'
import { lockFile } from './lock.ts'

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

/** What a mode gives to the group and to others. */
const forOthers = 0o077

/** PGlite's files on disk, adapted: see `adapt`. */
class AdaptedNodeFS extends NodeFS {
  override async init(...args: Parameters<NodeFS['init']>) {
    const { emscriptenOpts } = await super.init(...args)
    const preRun = [...(emscriptenOpts.preRun ?? []), (module: unknown) => adapt(module as EmscriptenModule)]
    return { emscriptenOpts: { ...emscriptenOpts, preRun } }
  }
}

function adapt({ NODEFS: { stream_ops, node_ops } }: EmscriptenModule): void {
  const { readdir, setattr } = node_ops
  // An fsync of PostgreSQL reaches the disk: PGlite's own does nothing.
  stream_ops.fsync = (stream) => {
    if (stream.nfd !== undefined) fsyncSync(stream.nfd)
    return 0
  }
  // After a kill PostgreSQL opens and closes every file that it finds: that would free the lock.
  node_ops.readdir = (node) => readdir(node).filter((name) => name !== lockFile)
  // Emscripten changes the mode of each new file to what was asked for, past the umask.
  node_ops.setattr = (node, attributes) => {
    const { mode } = attributes
    setattr(node, mode === undefined ? attributes : { ...attributes, mode: mode & ~forOthers })
  }
}

/**
 * A fifth of the buffers that PGlite takes by itself: the system keeps the same pages, and the process is 100 MB smaller.
 * An eighth of the memory to sort keys in when a table is written anew: WebAssembly never gives memory back. Files of the write-ahead log are not used again with what was in them: see `createRewriting`.
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

/** Where nothing is built PGlite sets one up. */
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
 * What the database answers to messages of the protocol. Not by `execProtocolRaw`: it reads every answer for itself,
 * and keeps what it has read for ever (PGlite 0.5.16).
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
