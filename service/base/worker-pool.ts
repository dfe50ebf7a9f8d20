import { parentPort, Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import { DomainError, type Refusal } from './words/errors.ts'

/** What a worker can do, by name. Arguments and results are cloned. */
type Operations = Record<string, (...given: never[]) => unknown>

/** Runs operations in threads: see `createWorkerPool`. */
export interface WorkerPool<Of extends Operations> {
  /** Throws what the operation throws, `tooMuch` for too much work or memory, `unavailable` if it did not come to its end otherwise. */
  run<Name extends keyof Of & string>(
    operation: Name,
    ...parameters: Parameters<Of[Name]>
  ): Promise<Awaited<ReturnType<Of[Name]>>>
}

interface WorkerPoolOptions {
  name: string
  /** What the threads run: see `workerFile`. It calls `answerTasks`. */
  file: URL
  log?: Logger
  /** The error for an operation that takes too much. `why` is such as "takes more than 5 s of work". */
  tooMuch(why: string): Error
  threads?: number
  /** How long one operation may work: milliseconds of processor time. Default: 5 s. */
  processorMs?: number
  /** How long it may take in all, which is no fault of its input. Default: 120 s. */
  wallMs?: number
  /** For the heap of each thread. Default: 192. */
  memoryMb?: number
  /** How long a thread without a task is kept. Default: 60 s. */
  idleMs?: number
}

interface Task {
  operation: string
  parameters: unknown[]
  succeed(result: unknown): void
  fail(error: Error): void
}

interface Thread {
  worker: Worker
  task?: Task | undefined
  timer?: NodeJS.Timeout | undefined
}

interface Failure {
  message: string
  refusal?: Refusal
  code?: string
}

type Answer = { result: unknown } | { failure: Failure }

/** By itself V8 lets what is young grow to three times as much as the rest of the heap. */
const youngMb = 16
const mostWaiting = 500
const retryAfterSeconds = 5
const lookMs = 500

/**
 * Creates a pool of threads, each with one task at a time. What bounds a task is the processor time of its thread: a machine
 * that is busy, paused or throttled makes it late, and never wrong.
 */
export function createWorkerPool<Of extends Operations>(options: WorkerPoolOptions): WorkerPool<Of> {
  const { name, file, log, tooMuch, threads: most = 2, memoryMb = 192 } = options
  const { processorMs = 5000, wallMs = 120_000, idleMs = 60_000 } = options
  const threads = new Set<Thread>()
  const waiting: Task[] = []

  function next(): void {
    const idle = [...threads].find(({ task }) => !task) ?? (threads.size < most ? start() : undefined)
    const task = idle && waiting.shift()
    if (task) begin(idle, task)
  }

  function start(): Thread {
    // The thread needs nothing of the service's environment.
    const resourceLimits = { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: youngMb }
    const thread: Thread = { worker: new Worker(file, { name, resourceLimits, env: {} }) }
    let failure: (Error & { code?: string }) | undefined
    thread.worker
      .on('message', (answer: Answer) => settle(thread, answer))
      .once('error', (error) => {
        failure = error
      })
      // Only now every answer has come: an error may overtake those that were given before it.
      .once('exit', () => {
        const isMemory = failure?.code === 'ERR_WORKER_OUT_OF_MEMORY'
        end(thread, isMemory ? tooMuch(`takes more than ${memoryMb} MB of memory`) : busy(), failure)
      })
    threads.add(thread)
    return thread
  }

  function begin(thread: Thread, task: Task): void {
    const { worker } = thread
    clearTimeout(thread.timer)
    thread.task = task
    // The service ends only when its requests have their answers; an idle thread does not keep it.
    worker.ref()
    worker.postMessage({ operation: task.operation, parameters: task.parameters })
    const began = performance.now()
    let first: number | undefined
    thread.timer = setInterval(async () => {
      if (performance.now() - began > wallMs) return end(thread, busy())
      const used = await worker.cpuUsage().catch(() => undefined)
      if (!used) return
      const ms = (used.user + used.system) / 1000
      first ??= ms
      if (ms - first > processorMs && thread.task === task)
        end(thread, tooMuch(`takes more than ${processorMs / 1000} s of work`))
    }, lookMs)
  }

  function settle(thread: Thread, answer: Answer): void {
    const { task, timer, worker } = thread
    clearInterval(timer)
    thread.task = undefined
    if ('result' in answer) task?.succeed(answer.result)
    else task?.fail(toError(answer.failure))
    const following = waiting.shift()
    if (following) begin(thread, following)
    else {
      worker.unref()
      thread.timer = setTimeout(() => end(thread, busy()), idleMs).unref()
    }
  }

  function end(thread: Thread, error: Error, failure?: Error): void {
    if (!threads.delete(thread)) return
    const { task, timer, worker } = thread
    clearInterval(timer)
    void worker.terminate()
    if (!task) return
    const { operation } = task
    log?.warn({ worker: name, operation, reason: error.message, err: failure }, 'a thread was ended')
    task.fail(error)
    next()
  }

  return {
    run: (operation, ...parameters) =>
      new Promise((succeed, fail) => {
        if (waiting.length >= mostWaiting) return fail(busy())
        waiting.push({ operation, parameters, succeed: succeed as Task['succeed'], fail })
        next()
      }),
  }
}

function busy(): DomainError {
  return new DomainError('unavailable', '', retryAfterSeconds)
}

function toError({ message, refusal, code }: Failure): Error {
  return refusal ? new DomainError(refusal, message) : Object.assign(new Error(message), code && { code })
}

/** Does the tasks of a pool, in one of its threads. */
export function answerTasks(operations: Operations): void {
  parentPort?.on('message', async ({ operation, parameters }: Pick<Task, 'operation' | 'parameters'>) => {
    try {
      const result = await operations[operation]?.(...(parameters as never[]))
      parentPort?.postMessage({ result })
    } catch (error) {
      const { message, refusal, code } = error as Failure
      parentPort?.postMessage({ failure: { message, refusal, code } })
    }
  })
}
