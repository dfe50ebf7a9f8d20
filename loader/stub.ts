import type { Report } from '../wire/event.ts'
import type { Options } from './options.ts'

/** The methods of `window.motif` that can be called before the snippet is loaded. */
type Method = 'start' | 'stop' | 'consent' | 'on'

/**
 * A call that waits for the snippet. The snippet makes it, and adds what it returned. If the call is queued a second time,
 * the returned function is called: this ends an `on`.
 */
export type Call = [method: Method, args: unknown[], returned?: (() => void) | undefined]

/** What the tag has begun of a run. The snippet continues with it. */
export interface Beginning {
  pattern: string
  /** The answer of `GET /p/{pattern}`; or the edge's script element, which has no `then`. Never rejects. */
  answer: PromiseLike<Partial<Pick<Response, 'json'>> | undefined> | undefined
  /** Hides the page. Once it is disabled everything is revealed, and stays so. */
  sheet: CSSStyleSheet | undefined
}

/** What the loader hands to the snippet, as `window.motifJs`. Pages keep an old loader for years: fields are added, never changed. */
export interface Handover extends Beginning {
  /** The tag's options, as written. */
  tag: Options
  /** Address of Motif, without a slash at the end. */
  host: string
  /** Calls of the page, in order. If the page keeps a method of the loader, its calls are pushed here for ever. */
  calls: Call[]
}

/** `window.motif` as the loader makes it, with what the snippet takes over. */
export type Stub = {
  version: string
  ready: PromiseLike<Report>
} & { [method in Method]: (...args: unknown[]) => (() => void) | undefined } & Partial<Handover>
