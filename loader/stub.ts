import type { Report } from '../wire/event.ts'
import type { Beginning } from './begin.ts'
import type { Options } from './options.ts'

/** The methods of `window.motif`, which can be called before the snippet is there. */
export const methods = ['start', 'stop', 'consent', 'on'] as const
export type Method = (typeof methods)[number]

/** A call that waits for the snippet. */
export interface Call {
  method: Method
  args: unknown[]
  /** The end of what `on` began, once the snippet has made the call. */
  end?: (() => void) | undefined
  /** Ended before it was made: it is not made any more. */
  isOver?: boolean
}

/** What the loader hands to the snippet. Pages keep an old loader for years: fields are added, never changed. */
export interface Handover {
  options: Options & { host: string }
  calls: Call[]
  /** Makes a call, once the snippet is there. */
  make?: (call: Call) => void
  /** The run that has begun, where the page has a pattern. */
  beginning?: Beginning | undefined
}

/** `window.motif` as the loader makes it, for the snippet to take over. */
export type Stub = {
  version: string
  readonly ready: Promise<Report>
  handover?: Handover
} & { [method in Method]?: (...args: unknown[]) => () => void }
