import type { Engine } from './find-browser.ts'

/** A running browser, whatever drives it: the few things that the tests need, the same in three engines. */
export interface Browser {
  name: Engine
  /** Opens a new tab at `url` and waits for its `load` event. */
  open(url: string, options?: OpenOptions): Promise<Tab>
  close(): Promise<void>
}

export interface OpenOptions {
  /** Inner size of the window in CSS pixels; 1280 × 800 if nothing is said. */
  viewport?: Viewport
  /** `none`: does not wait for `load`, for pages where something never comes. */
  waitUntil?: 'load' | 'none'
  /**
   * Whether the tab may be one that an earlier page has left, and serves later ones: for pages that each have an origin
   * of their own, and so their own storage. Not if nothing is said.
   */
  reusesTab?: boolean
}

export interface Viewport {
  width: number
  height: number
}

/** Keys that have a name. */
export type Key = 'Enter' | 'Tab' | 'Escape' | 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight'

export interface Tab {
  /**
   * Runs `expression` in the page, as its own scripts would run, and gives its value, a promise's when it is settled.
   * What it gives must be JSON.
   */
  evaluate(expression: string): Promise<unknown>
  /** Goes to another address in the same tab, as a typed address does. */
  goto(url: string, options?: OpenOptions): Promise<void>
  /** One step back in the tab's history. */
  back(): Promise<void>
  /** A real click of the primary button in the middle of the first element that `selector` matches. */
  click(selector: string): Promise<void>
  /** A real click of the primary button at a point of the window, in CSS pixels. */
  clickAt(x: number, y: number): Promise<void>
  /** A real key, by its name (`Enter`), sent to the element that has the focus. */
  press(key: Key): Promise<void>
  /** Real keys, one for each character. */
  type(text: string): Promise<void>
  /** What is to be seen in the window, as PNG. */
  screenshot(): Promise<Uint8Array>
  close(): Promise<void>
}

export const defaultViewport: Viewport = { width: 1280, height: 800 }

/** How long a browser may take for one thing that it is told, or waits for: ample for a busy machine. `UNTIL_MS` has another. */
export const patienceMs = Number(process.env.UNTIL_MS ?? 120_000)
