import { certain, marked, usual } from '../../wire/frameworks.ts'
import type { StreamedElement } from '../html/element.ts'
import { Candidates } from '../select/candidates.ts'
import { compileSelector } from '../select/match.ts'
import { parseSelector } from '../select/parse.ts'

/** Marks of frameworks for which the script in the page does not have to look: it sees the framework itself. */
const seen =
  '[data-reactroot],[data-server-rendered],[data-v-app],[ng-version],[ng-server-context],[data-sveltekit-hydrate],[data-sveltekit-preload-data]'

/** The selectors of elements that will be hydrated. */
export const hydrationSelectors = parseSelector([usual, certain, marked, seen].join()) ?? []

const candidates = new Candidates<(element: StreamedElement) => boolean>(false)
for (const one of hydrationSelectors) candidates.add([one], compileSelector([one], false, []))

/** Whether a framework hydrates this element with its content. */
export function isHydrationRoot(element: StreamedElement): boolean {
  return candidates.for(element).some((matches) => matches(element))
}

/**
 * A text in front of an element's own words, until a framework has hydrated them and the script in the page takes the shadow root
 * over. The own words stay in a hidden slot, as in snippet/rare/bridge.ts. A strict `style-src` forbids a style.
 */
export const shownInFront = (markup: string): string =>
  `<template shadowrootmode="closed">${markup}<slot hidden inert></slot></template>`
