import { Worker } from 'node:worker_threads'
import { projectFolder } from '../base/project-folder.ts'
import { DomainError } from '../base/words/errors.ts'
import type { Operations, ThreadAnswer, ThreadTask } from './template-worker.ts'

/** A task that waits for its turn, or for its answer. */
interface Waiting {
  task: ThreadTask
  succeed(result: unknown): void
  fail(error: Error): void
}

const workerFile = new URL('service/templates/template-worker.ts', projectFolder)

/** Runs one operation on the text of a template. */
export type TemplateThread = <Name extends keyof Operations>(
  operation: Name,
  ...parameters: Parameters<Operations[Name]>
) => Promise<ReturnType<Operations[Name]>>

/** Far more than any template within the bounds takes on a busy machine: about 0.2 s for 64 KiB. */
const longestMs = 10_000
const memoryMb = 192
const longestQueue = 1000

/**
 * Creates the thread of the templates. It starts with its first task.
 *
 * @param options for tests: another file to run, and another deadline
 */
export function createTemplateThread({ file = workerFile, deadlineMs = longestMs } = {}): TemplateThread {
  const queue: Waiting[] = []
  let worker: Worker | undefined
  let isReady = false
  let current: Waiting | undefined
  let late: NodeJS.Timeout | undefined

  function run<Name extends keyof Operations>(
    operation: Name,
    ...parameters: Parameters<Operations[Name]>
  ): Promise<ReturnType<Operations[Name]>> {
    if (queue.length >= longestQueue) return Promise.reject(new DomainError('unavailable', '', 5))
    return new Promise((succeed, fail) => {
      const task = { operation, parameters } as ThreadTask
      queue.push({ task, succeed: succeed as Waiting['succeed'], fail })
      next()
    })
  }

  function next(): void {
    if (current || queue.length === 0) return
    worker ??= start()
    if (!isReady) return
    const waiting = queue.shift() as Waiting
    current = waiting
    // The service ends only when its requests have their answers; an idle thread does not keep it.
    worker.ref()
    worker.postMessage(waiting.task)
    late = setTimeout(() => endLate(waiting), deadlineMs)
  }

  function start(): Worker {
    const started = new Worker(file, {
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
      // The thread needs nothing of the service's environment.
      env: {},
    })
    isReady = false
    const gone = () => worker === started && end(tooMuch())
    return started
      .on('message', (answer: ThreadAnswer) => worker === started && take(answer))
      .once('error', gone)
      .once('exit', gone)
  }

  function take(answer: ThreadAnswer): void {
    if (answer === 'ready') isReady = true
    else
      settle((waiting) => {
        if ('result' in answer) waiting.succeed(answer.result)
        else waiting.fail(new Error(answer.failure))
      })
    if (queue.length === 0) worker?.unref()
    next()
  }

  /** This thread may itself have been busy: then the answer is there, and is taken first. */
  function endLate(waiting: Waiting): void {
    setImmediate(() => {
      if (current === waiting) end(tooMuch())
    })
  }

  /** Ends the thread. Whoever is not answered yet, but for the one whose turn it was, has its turn in the next thread. */
  function end(reason: Error): void {
    const ended = worker
    worker = undefined
    // A thread that cannot start is not started for ever.
    if (current) settle((waiting) => waiting.fail(reason))
    else for (const waiting of queue.splice(0)) waiting.fail(reason)
    void ended?.terminate()
    next()
  }

  function settle(how: (waiting: Waiting) => void): void {
    clearTimeout(late)
    const waiting = current
    current = undefined
    if (waiting) how(waiting)
  }

  return run
}

/**
 * Reads or changes the text of a template in the one thread for this, so that no text, whoever sent it, keeps other
 * requests waiting. Tasks have their turns in the order of their arrival. One that takes more than 10 s ends with the
 * thread and throws `unknown-template`; the others go on in a new thread.
 */
export const inTemplateThread: TemplateThread = createTemplateThread()

function tooMuch(): DomainError {
  return new DomainError(
    'unknown-template',
    `line 1, column 1: the template takes more than ${longestMs / 1000} s or ${memoryMb} MB to read; make it shorter`,
  )
}
