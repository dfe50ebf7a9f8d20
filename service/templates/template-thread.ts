import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { createFairQueue, type Turn } from '../base/fair/fair-queue.ts'
import { DomainError } from '../base/words/errors.ts'
import { workerFile } from '../base/worker-file.ts'
import { createHeldTemplates, createTemplateKeys, type HeldTemplates } from './held-templates.ts'
import type { ParsedTemplate } from './parse-template.ts'
import type { RenderedTurn, Rendering } from './render-items.ts'
import type { Template } from './template.ts'
import type { Operations, ThreadAnswer, ThreadTask } from './template-worker.ts'

/** The operations on texts alone. */
type TextOperations = Omit<Operations, 'renderItems'>

/**
 * Does in threads what could hold the service: reading, changing and rendering templates, and sanitising HTML. An
 * `organization` takes turns with the others, each of some 50 ms, and the one that had the least comes next; records that
 * are made by jobs have turns of their own. It works in one thread at a time. There are two, so that somebody who waits
 * for a preview does not wait for what another organization has begun; jobs have the first only. Every function throws
 * `too-many` where 100 tasks of an organization wait, those of its jobs aside, and `ThreadEnded` for a task that took too
 * much.
 */
export interface TemplateThread {
  run<Name extends keyof TextOperations>(
    organization: string,
    operation: Name,
    ...parameters: Parameters<TextOperations[Name]>
  ): Promise<ReturnType<TextOperations[Name]>>
  /** Parses a template. One that takes too much to read has that as its problem, and `isUnread`. */
  parse(organization: string, name: string, yaml: string): Promise<ParsedTemplate>
  /** Renders items of a template from `rendering.from` on: as many as are done in one turn, at least one. */
  render(organization: string, template: Template, rendering: Rendering): Promise<RenderedTurn>
}

/**
 * When a template that took too much is read again: soon enough for the records that wait for it, and not so often that
 * one that always takes too much keeps the thread from others.
 */
export const readAgainMs = 30_000

/** A task took more than it may: the thread was ended, and this task with it. */
export class ThreadEnded extends DomainError {
  constructor(reason: keyof typeof ends) {
    super('unknown-template', `the template ${ends[reason]}; make it shorter`)
  }
}

/** For what is told without the template rather than not at all, where `getSound` throws `ThreadEnded`. */
export function ignoreUnread(error: unknown): undefined {
  if (!(error instanceof ThreadEnded)) throw error
}

interface TemplateThreadOptions {
  log: Logger
  metrics: Registry
  /** For tests: another file to run, and another deadline. */
  file?: URL
  deadlineMs?: number
}

/** One of the threads. */
interface Lane {
  held: HeldTemplates
  /** Whether jobs have turns here. */
  isForJobs: boolean
  worker?: Worker | undefined
  isReady: boolean
  /** Its present turn, and the milliseconds that it took so far; the first item is what it works on. */
  turn?: (Turn<Waiting> & { ms: number }) | undefined
  late?: NodeJS.Timeout | undefined
}

/** A task that waits for its turn, or for its answer. */
interface Waiting {
  task: ThreadTask
  /** The template that the task names. */
  template?: Template
  since: number
  succeed(result: unknown): void
  fail(error: Error): void
}

/** As the operating system shows it. */
const threadName = 'templates'

/** Far more than any template within the bounds takes on a busy machine: about 0.2 s for 64 KiB. */
const longestMs = 10_000
const memoryMb = 192
/** By itself V8 lets what is young grow to three times as much, which took 180 MB for hostile texts in place of 70. */
const youngMb = 16
const mostWaiting = 100
const creditMs = 250
const mostInTurn = 20
const retryAfterSeconds = 5

const ends = {
  time: `takes more than ${longestMs / 1000} s of work`,
  memory: `takes more than ${memoryMb} MB of memory`,
  failure: 'ended the thread that reads and renders templates',
}

/** The turns of what a person waits for, and of what jobs do, are counted apart. */
export function turnsOfJobs(organization: string): string {
  return `${organization}\n${jobs}`
}

function isOfJobs(turns: string): boolean {
  return turns.split('\n')[1] === jobs
}

const jobs = 'jobs'

/** Jobs wait: a record that was refused would be made again from the start, with every text of the language model. */
function mostWaitingOf(turns: string): number {
  return isOfJobs(turns) ? Number.POSITIVE_INFINITY : mostWaiting
}

/** Creates the threads of the templates. Each starts when there is something for it to do, and again after it was ended. */
export function createTemplateThread(options: TemplateThreadOptions): TemplateThread {
  const { log, file = workerFile('service/templates/template-worker.ts'), deadlineMs = longestMs } = options
  const queue = createFairQueue<Waiting>({ mostWaiting: mostWaitingOf, credit: creditMs })
  const watch = createWatch(options.metrics, () => queue.size)
  const keyOf = createTemplateKeys()
  const [first, second] = [true, false].map(
    (isForJobs): Lane => ({ isForJobs, held: createHeldTemplates(keyOf), isReady: false }),
  ) as [Lane, Lane]

  function enqueue(organization: string, task: ThreadTask, template?: Template): Promise<unknown> {
    return new Promise((succeed, fail) => {
      const since = performance.now()
      const waiting = { task, ...(template && { template }), since, succeed, fail }
      if (queue.add(organization, waiting)) next()
      else fail(tooMany())
    })
  }

  /** The second thread is started when something waits while the first one works. */
  function next(): void {
    beginTurn(first)
    if (first.turn || second.worker) beginTurn(second)
  }

  function beginTurn(lane: Lane): void {
    const may = (key: string) => mayHave(lane, key)
    if (lane.turn || !queue.has(may)) return
    lane.worker ??= start(lane)
    const begun = lane.isReady && queue.begin(lengthOfTurn, may)
    if (!begun) return
    lane.turn = { ...begun, ms: 0 }
    // The service ends only when its requests have their answers; an idle thread does not keep it.
    lane.worker.ref()
    for (const { since } of begun.items) watch.waited(performance.now() - since)
    lane.worker.postMessage({
      tasks: begun.items.map(({ task }) => task),
      ...lane.held.take(begun.items[0]?.template),
    })
    watchFirst(lane)
  }

  function mayHave({ isForJobs }: Lane, key: string): boolean {
    const [organization] = key.split('\n')
    const isAtWork = [first, second].some(({ turn }) => turn?.key.split('\n')[0] === organization)
    return !isAtWork && (isForJobs || !isOfJobs(key))
  }

  function watchFirst(lane: Lane): void {
    clearTimeout(lane.late)
    const first = lane.turn?.items[0]
    if (first) lane.late = setTimeout(() => endLate(lane, first), deadlineMs)
  }

  /** The service's own thread may itself have been busy: then the answer is there, and is taken first. */
  function endLate(lane: Lane, waiting: Waiting): void {
    setImmediate(() => {
      if (lane.turn?.items[0] === waiting) end(lane, 'time')
    })
  }

  function start(lane: Lane): Worker {
    const started = new Worker(file, {
      name: threadName,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: youngMb },
      // The thread needs nothing of the service's environment.
      env: {},
    })
    lane.isReady = false
    lane.held.clear()
    let failure: (Error & { code?: string }) | undefined
    return (
      started
        .on('message', (answer: ThreadAnswer) => lane.worker === started && take(lane, answer))
        .once('error', (error) => {
          failure = error
        })
        // Only now every answer has come: an error may overtake those that were given before it.
        .once('exit', () => {
          const isMemory = failure?.code === 'ERR_WORKER_OUT_OF_MEMORY'
          if (lane.worker === started) end(lane, isMemory ? 'memory' : 'failure', failure)
        })
    )
  }

  function take(lane: Lane, answer: ThreadAnswer): void {
    if (answer === 'ready') lane.isReady = true
    else if (answer === 'over') finishTurn(lane)
    else settle(lane, answer)
    if (lane.turn) return
    next()
    if (!lane.turn) lane.worker?.unref()
  }

  function settle(lane: Lane, answer: Exclude<ThreadAnswer, string>): void {
    const { turn } = lane
    const waiting = turn?.items.shift()
    watchFirst(lane)
    if (!turn || !waiting) return
    turn.ms += answer.ms
    watch.worked(waiting.task.operation, answer.ms)
    if ('result' in answer) waiting.succeed(answer.result)
    else waiting.fail(new Error(answer.failure))
  }

  /** Whoever is not answered yet is the first of its organization's next turn. */
  function finishTurn(lane: Lane): void {
    const { turn, late } = lane
    clearTimeout(late)
    if (turn) queue.end(turn.key, turn.ms, turn.items)
    lane.turn = undefined
  }

  /** Ends a thread, and fails the task that it was at. All others have their turns in the next thread. */
  function end(lane: Lane, reason: keyof typeof ends, error?: Error): void {
    const { worker: ended, turn } = lane
    lane.worker = undefined
    const guilty = turn?.items.shift()
    if (turn) turn.ms += deadlineMs
    finishTurn(lane)
    const { operation } = guilty?.task ?? {}
    log.warn(
      { reason, operation, template: nameOf(guilty), err: error },
      'the thread of the templates was ended',
    )
    watch.ended(reason)
    guilty?.fail(new ThreadEnded(reason))
    // A thread that cannot start is not started for ever.
    if (!guilty)
      for (const waiting of queue.clear()) waiting.fail(new DomainError('unavailable', '', retryAfterSeconds))
    void ended?.terminate()
    next()
  }

  async function run<Name extends keyof TextOperations>(
    organization: string,
    operation: Name,
    ...parameters: Parameters<TextOperations[Name]>
  ): Promise<ReturnType<TextOperations[Name]>> {
    const result = await enqueue(organization, { operation, parameters } as ThreadTask)
    return result as ReturnType<TextOperations[Name]>
  }

  return {
    run,
    async parse(organization, name, yaml) {
      try {
        return await run(organization, 'parseTemplate', name, yaml)
      } catch (error) {
        if (!(error instanceof ThreadEnded)) throw error
        return { problems: [{ line: 1, column: 1, message: error.message }], isUnread: true }
      }
    },
    render: (organization, template, rendering) =>
      enqueue(
        organization,
        { operation: 'renderItems', parameters: [keyOf(template), rendering] },
        template,
      ) as Promise<RenderedTurn>,
  }
}

/** How many of the waiting tasks go together: those of one template. */
function lengthOfTurn(queue: readonly Waiting[]): number {
  const other = queue.findIndex(({ template }) => template !== queue[0]?.template)
  return Math.min(other < 0 ? queue.length : other, mostInTurn)
}

function nameOf(waiting: Waiting | undefined): string | undefined {
  if (!waiting) return undefined
  const { task, template } = waiting
  return task.operation === 'parseTemplate' ? task.parameters[0] : template?.name
}

function tooMany(): DomainError {
  return new DomainError(
    'too-many',
    `${mostWaiting} requests of your organization already wait for a template to be read or rendered; try again in ${retryAfterSeconds} s.`,
    retryAfterSeconds,
  )
}

/** The metrics of the thread. */
function createWatch(metrics: Registry, countWaiting: () => number) {
  const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
  const waiting = new Histogram({
    name: 'motif_template_wait_seconds',
    help: 'Time that a task waited for its turn in the thread of the templates.',
    buckets,
    registers: [metrics],
  })
  const working = new Histogram({
    name: 'motif_template_work_seconds',
    help: 'Time that a task took in the thread of the templates.',
    labelNames: ['operation'],
    buckets,
    registers: [metrics],
  })
  const ended = new Counter({
    name: 'motif_template_thread_ended_total',
    help: 'How often the thread of the templates was ended, by reason: time, memory, failure.',
    labelNames: ['reason'],
    registers: [metrics],
  })
  new Gauge({
    name: 'motif_template_tasks_waiting',
    help: 'Tasks that wait for their turn in the thread of the templates.',
    registers: [metrics],
    collect() {
      this.set(countWaiting())
    },
  })
  return {
    waited: (ms: number) => waiting.observe(ms / 1000),
    worked: (operation: string, ms: number) => working.observe({ operation }, ms / 1000),
    ended: (reason: string) => ended.inc({ reason }),
  }
}
