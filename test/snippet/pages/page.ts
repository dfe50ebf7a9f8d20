import type { Report } from '../../../wire/event.ts'
import type { ContentType } from '../../../wire/targets.ts'

/** A page of a customer, what a record changes there, and what of it is to be seen. */
export interface Page {
  /** The page's own body. */
  before: string
  /** The record's items: what, where, and with which payload. */
  items: [type: ContentType, selector: string, payload: string][]
  /** The body once it is personal and the page has acted. */
  after: string
  /** What the page does once it is personal. Runs in the page. */
  act?: () => void
  /** The body after `stop()`: as before, if nothing is said. */
  afterStop?: string
  /** What the page does after that, if something, and what it has then. */
  actLast?: { act: () => void; after: string }
  /** Lists of the report; all items are applied if nothing is said. */
  report?: Partial<Report>
}

/** The first element that a selector matches. */
export const one = <T extends HTMLElement>(selector: string) => document.querySelector(selector) as T

/** Wraps each letter of an element, as libraries for animations do. */
export function splitLetters(selector: string) {
  const element = one(selector)
  const letters = [...`${element.textContent}`].map((letter) => {
    const span = document.createElement('span')
    span.textContent = letter
    return span
  })
  element.replaceChildren(...letters)
}

export const hide = 'style="display: none !important;"'
