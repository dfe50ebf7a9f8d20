import type { Report } from '../wire/event.ts'
import type { Options } from './options.ts'
import type { Run } from './run.ts'

/** The methods of `window.motif`, which can be called before the snippet is there. */
export const methods = ['start', 'stop', 'consent', 'on'] as const
export type Method = (typeof methods)[number]

/** A call that waits for the snippet, and the end of it that the snippet gave. */
export type Call = [method: Method, args: unknown[], end?: (() => void) | undefined]

/** What the loader hands to the snippet. */
export type Handover = [
  options: Options,
  host: string,
  calls: Set<Call>,
  /** The run that has begun, where the page has a pattern. */
  run: Run | undefined,
]

/**
 * `window.motif` as the loader makes it, for the snippet to take over. The build shortens names with a trailing
 * underscore, in both files alike.
 */
export type Stub = {
  version: string
  ready: Promise<Report>
  handover_: Handover
} & { [method in Method]?: (...args: unknown[]) => () => void }
