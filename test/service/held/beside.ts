import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { Service } from '../../support/service.ts'

/** How long another organization waited for one kind of request. */
interface Waited {
  medianMs: number
  longestMs: number
  /** Of the time of one request, how long the service's own thread worked, so that it could not answer. */
  heldMs: number
  /** The longest time of one request without what the threads that work on it waited for a processor. */
  quietMs: number
  requests: number
}

/** Requests of another organization that go on until they are stopped. */
export interface Beside {
  stop(): Promise<Record<string, Waited>>
}

const pauseMs = 10

/**
 * Asks one request after the other, of each kind for itself. What a request waits for is told by the processor time of
 * the service's own thread: on a busy machine anything waits, but a thread that does not work holds up nobody.
 */
export function askBeside(service: Service, kinds: Record<string, () => Promise<unknown>>): Beside {
  let isOver = false
  const asking = Object.entries(kinds).map(async ([kind, ask]) => {
    const waits: number[] = []
    let [heldMs, quietMs] = [0, 0]
    while (!isOver) {
      const [began, workedBefore, delayedBefore] = [performance.now(), workedMs(service), delayedMs(service)]
      await ask()
      const ms = performance.now() - began
      waits.push(ms)
      heldMs = Math.max(heldMs, workedMs(service) - workedBefore)
      quietMs = Math.max(quietMs, ms - Math.max(0, delayedMs(service) - delayedBefore))
      await wait(pauseMs)
    }
    waits.sort((a, b) => a - b)
    const medianMs = waits[Math.floor(waits.length / 2)] ?? 0
    const waited = { medianMs, longestMs: waits.at(-1) ?? 0, heldMs, quietMs, requests: waits.length }
    return [kind, waited] as const
  })
  return {
    async stop() {
      isOver = true
      return Object.fromEntries(await Promise.all(asking))
    },
  }
}

/** The processor time of the thread that answers requests: the main thread has the number of its process. */
function workedMs({ pid }: Service): number {
  const [ns = '0'] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')
  return Number(ns) / 1e6
}

/**
 * How long they waited for a processor: the thread that asks, the one that answers, and the one of the templates that
 * waited most.
 */
function delayedMs({ pid }: Service): number {
  const threads = readdirSync(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}`)
  const ofTemplates = threads.filter((thread) => textOf(`${thread}/comm`) === 'templates\n').map(delayOf)
  return delayOf('/proc/self') + delayOf(`/proc/${pid}/task/${pid}`) + Math.max(0, ...ofTemplates)
}

const delayOf = (thread: string) => Number(textOf(`${thread}/schedstat`).split(' ')[1] ?? 0) / 1e6

/** Empty where the thread has ended. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** From now on the highest memory is that from now on: a first start takes far more for a moment. */
export function forgetHighest({ pid }: Service): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
}

/** The memory of the service in megabytes: now, and at its highest. */
export function memoryOf({ pid }: Service): { nowMb: number; highestMb: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const mb = (name: string) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024)
  return { nowMb: mb('VmRSS'), highestMb: mb('VmHWM') }
}
