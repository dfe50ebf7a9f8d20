import { Duplex } from 'node:stream'
import { Worker } from 'node:worker_threads'
import pg from 'pg'

/** PostgreSQL's protocol: AuthenticationOk, then ReadyForQuery (idle). */
const welcome = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49])
const terminate = 0x58

/** What `pg` takes for its socket: the worker's one session, spoken to in PostgreSQL's own protocol. */
class WorkerStream extends Duplex {
  private readonly worker: Worker
  private greeted = false
  private readonly answer = (bytes: Uint8Array) => this.push(bytes)

  constructor(worker: Worker) {
    super()
    this.worker = worker
    worker.on('message', this.answer)
  }

  connect() {
    process.nextTick(() => this.emit('connect'))
    return this
  }
  setNoDelay() {
    return this
  }
  setKeepAlive() {
    return this
  }
  ref() {
    return this
  }
  unref() {
    return this
  }

  override _read() {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void) {
    this.send(chunk)
    done()
  }

  override _writev(chunks: { chunk: Buffer }[], done: () => void) {
    this.send(Buffer.concat(chunks.map(({ chunk }) => chunk)))
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void) {
    this.worker.off('message', this.answer)
    done(error)
  }

  private send(bytes: Buffer) {
    if (!this.greeted) {
      this.greeted = true
      this.push(welcome)
    } else if (bytes[0] !== terminate) {
      this.worker.postMessage(new Uint8Array(bytes))
    } else {
      this.push(null)
    }
  }
}

export async function openPglitePool(dataDir: string) {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: { dataDir } })
  await new Promise<void>((resolve, reject) => {
    worker.once('message', () => resolve())
    worker.once('error', reject)
  })
  const pool = new pg.Pool({ max: 1, idleTimeoutMillis: 0, stream: () => new WorkerStream(worker) as never })
  return { pool, worker }
}
