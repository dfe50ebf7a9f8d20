import type { Report } from '../wire/event.ts'
import type { Beginning } from './begin.ts'
import type { Options } from './options.ts'

/** The methods of `window.motif`, which can be called before the snippet is there. */
export const methods = ['start', 'stop', 'consent', 'on'] as const
export type Method = (typeof methods)[number]

/**
 * A call that waits for the snippet, which adds what it returned. Where it waits a second time, that is to be called: the
 * end of `on`.
 */
export type Call = [method: Method, args: unknown[], returned?: (() => void) | undefined]

/** What the loader hands to the snippet. Pages keep an old loader for years: fields are added, never changed. */
export interface Handover extends Beginning {
  /** The tag's options, as written. */
  tag: Options
  /** Where Motif is, without a slash at the end. */
  host: string
  /** Calls of the page, in order. Methods that it took from the loader push their calls for ever. */
  calls: Call[]
  /** Of earlier loaders, which make the waiting calls themselves: tells them to begin. */
  take?(): void
}

/** `window.motif` as the loader makes it, for the snippet to take over, with what it hands over. */
export type Stub = {
  version: string
  ready: Promise<Report>
} & { [method in Method]: (...args: unknown[]) => (() => void) | undefined } & Partial<Handover>
