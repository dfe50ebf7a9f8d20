import { Duplex } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import pg from 'pg'
import { workerFile } from '../../project-folder.ts'

/** PostgreSQL's protocol: AuthenticationOk, then ReadyForQuery (idle). */
const welcome = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49])
/** First byte of the message with which a client ends its connection. */
const terminate = 0x58

/** Starts PGlite in a thread, so that a long statement does not hold up HTTP, with a `pg` pool of one connection to it. */
export async function openPglitePool(dataDir: string): Promise<Turns & { close(): Promise<void> }> {
  const worker = await startWorker(dataDir)
  // `stream` is a function in pg ≥ 8.11; its types know a ready socket only.
  const stream = (() => streamTo(worker)) as unknown as () => Duplex
  const pool = new pg.Pool({ max: 1, idleTimeoutMillis: 0, stream })
  const close = async () => {
    await pool.end()
    const ended = new Promise((resolve) => worker.once('exit', resolve))
    worker.postMessage('close')
    await ended
  }
  return { ...openTurns(pool), close }
}

async function startWorker(dataDir: string): Promise<Worker> {
  // Optimises PGlite's functions one by one: several at once take 100 MB more, which are never freed.
  setFlagsFromString('--wasm-num-compilation-tasks=1')
  const worker = new Worker(workerFile('service/base/database/pglite/pglite-worker.ts'), {
    workerData: dataDir,
    resourceLimits: { maxYoungGenerationSizeMb: 24 },
  })
  await new Promise<void>((ready, failed) => {
    worker.once('message', () => ready()).once('error', failed)
  })
  // Without its database the process is useless: it ends, and its supervisor restarts it.
  worker.removeAllListeners('error').on('error', (error) => {
    throw error
  })
  return worker
}

function streamTo(worker: Worker): Duplex {
  let greeted = false
  const receive = (bytes: Uint8Array) => void stream.push(bytes)
  worker.on('message', receive)

  /** Answers the start-up message itself: PGlite's session exists from the beginning. */
  function send(bytes: Buffer): void {
    if (!greeted) {
      greeted = true
      stream.push(welcome)
    } else if (bytes[0] === terminate) stream.push(null)
    else {
      const message = new Uint8Array(bytes)
      worker.postMessage(message, [message.buffer])
    }
  }

  const stream = new Duplex({
    read() {},
    writev(chunks, done) {
      send(Buffer.concat(chunks.map(({ chunk }) => chunk as Buffer)))
      done()
    },
    destroy(error, done) {
      worker.off('message', receive)
      done(error)
    },
  })
  const same = () => stream
  const connect = () => {
    process.nextTick(() => stream.emit('connect'))
    return stream
  }
  return Object.assign(stream, { connect, setNoDelay: same, setKeepAlive: same, ref: same, unref: same })
}

interface Turns {
  pool: pg.Pool
  priority: pg.Pool
}

/** After so many turns by `priority`, one of those who wait in `pool` has its turn. */
const mostInARow = 4

/**
 * Gives a pool of one connection two queues: pages do not wait behind the hundreds of statements that a campaign has queued.
 * Each fifth turn is one of `pool`: the console answers while events keep coming.
 */
function openTurns(pool: pg.Pool): Turns {
  const queues = { priority: [] as (() => void)[], normal: [] as (() => void)[] }
  let isTaken = false
  let inARow = 0
  pool.on('release', freed)

  function freed(): void {
    isTaken = false
    next()
  }

  function next(): void {
    if (isTaken) return
    const { priority, normal } = queues
    const isTurnOfNormal = normal.length > 0 && (inARow >= mostInARow || priority.length === 0)
    const go = (isTurnOfNormal ? normal : priority).shift()
    inARow = isTurnOfNormal || normal.length === 0 ? 0 : inARow + 1
    isTaken = go !== undefined
    go?.()
  }

  async function take(queue: (() => void)[]): Promise<pg.PoolClient> {
    const turn = new Promise<void>((resolve) => queue.push(resolve))
    next()
    await turn
    return pool.connect().catch((error) => {
      freed()
      throw error
    })
  }

  function viewOf(queue: (() => void)[]): pg.Pool {
    // A pool's `query` calls its own `connect`, with a callback.
    const connect = (callback?: (error?: Error, client?: pg.PoolClient) => void) => {
      const taken = take(queue)
      if (!callback) return taken
      taken.then((client) => callback(undefined, client), callback)
      return undefined
    }
    return Object.assign(Object.create(pool) as pg.Pool, { connect, end: () => pool.end() })
  }

  return { pool: viewOf(queues.normal), priority: viewOf(queues.priority) }
}
