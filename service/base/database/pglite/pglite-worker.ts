import { fsyncSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { firstStart, forOthers, lockFile } from './data-dir.ts'
import { readEmptyDatabase } from './empty-database.ts'

type EmscriptenModule = {
  NODEFS: {
    stream_ops: { fsync?: (stream: { nfd?: number }) => number }
    node_ops: {
      readdir(node: unknown): string[]
      setattr(node: unknown, attributes: { mode?: number }): void
    }
  }
}

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
 * A fifth of PGlite's default buffers (100 MB less), an eighth of its memory for sorting (WebAssembly never frees any), and
 * files of the write-ahead log are not reused with their old content.
 */
const startParams = [
  ...PGlite.defaultStartParams,
  ...['-c', 'shared_buffers=32MB', '-c', 'maintenance_work_mem=8MB'],
  ...['-c', 'wal_recycle=off', '-c', 'min_wal_size=32MB'],
]

const durable = [
  ...startParams.filter((param) => param !== '-F'),
  ...['-c', 'fsync=on', '-c', 'wal_sync_method=fsync'],
]

async function open(dataDir: string): Promise<PGlite> {
  const empty = await readEmptyDatabase()
  if (dataDir === 'memory') return PGlite.create({ startParams, ...empty })
  const folder = () => ({ fs: new AdaptedNodeFS(dataDir), startParams: durable })
  const made = await firstStart(dataDir, () => PGlite.create({ ...folder(), ...empty }))
  return made ?? PGlite.create(folder())
}

const port = parentPort
if (!port) throw new Error('This file runs as a worker thread.')
const pglite = await open(workerData as string)

port.on('message', async (message: Uint8Array | 'close') => {
  if (message === 'close') {
    await pglite.close()
    process.exit(0)
  }
  const answer = await execute(message)
  port.postMessage(answer, [answer.buffer])
})
port.postMessage('ready')

/** Executes messages of the protocol. `execProtocolRaw` would leak: it keeps every parsed answer for ever (PGlite 0.5.16). */
async function execute(message: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  await pglite.execProtocolRawStream(message, { onRawData: (bytes) => void parts.push(bytes.slice()) })
  return new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer())
}
