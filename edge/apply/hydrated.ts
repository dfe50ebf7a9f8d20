import { usualContainers } from '../../wire/frameworks.ts'
import type { StreamedElement } from '../html/element.ts'
import { Candidates } from '../select/candidates.ts'
import { compileSelector } from '../select/match.ts'
import { parseSelector } from '../select/parse.ts'

/** Marks that frameworks write on elements that they will hydrate, besides their usual containers. */
const marks =
  '[data-reactroot],[data-server-rendered],[data-v-app],[ng-version],[ng-server-context],[data-sveltekit-hydrate],[data-sveltekit-preload-data]'

const list = parseSelector(`${usualContainers},${marks}`) ?? []

/** The selectors of elements that will be hydrated. */
export const hydrationSelectors = list

const candidates = new Candidates<(element: StreamedElement) => boolean>(false)
for (const one of list) candidates.add([one], compileSelector([one], { isQuirks: false }, { left: [] }))

/** Whether a framework hydrates this element with its content. */
export function isHydrationRoot(element: StreamedElement): boolean {
  return candidates.for(element).some((matches) => matches(element))
}

/** Script addresses of frameworks that hydrate the whole document: Next, Remix, React Router, SvelteKit. */
const wholeDocument = /\/_next\/|\/_app\/immutable\/|entry\.client|__remix|__reactRouter/

/** Whether a script's address shows that a framework will hydrate the whole document. */
export const isOfWholeDocument = (url: string): boolean => wholeDocument.test(url)
