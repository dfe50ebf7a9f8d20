import { containers } from '../../wire/frameworks.ts'
import type { StreamedElement } from '../html/element.ts'
import { Candidates } from '../select/candidates.ts'
import { compileSelector } from '../select/match.ts'
import { parseSelector } from '../select/parse.ts'

/** What frameworks write on what they will hydrate, beside their usual containers. */
const marks =
  '[data-reactroot],[data-server-rendered],[data-v-app],[ng-version],[ng-server-context],[data-sveltekit-hydrate],[data-sveltekit-preload-data]'

const list = parseSelector(`${containers},${marks}`) ?? []

/** The attributes that tell. */
export const hydrationSelectors = list

const candidates = new Candidates<(element: StreamedElement) => boolean>(false)
for (const one of list) candidates.add([one], compileSelector([one], { isQuirks: false }, { left: [] }))

/** Whether an element is where a framework hydrates. */
export function isHydrationRoot(element: StreamedElement): boolean {
  return candidates.for(element).some((matches) => matches(element))
}

/** Files of frameworks that hydrate the whole document: Next, Remix, React Router, SvelteKit. */
const wholeDocument = /\/_next\/|\/_app\/immutable\/|entry\.client|__remix|__reactRouter/

/** Whether a file that the page asks for says that a framework will hydrate all of it. */
export const isOfWholeDocument = (url: string): boolean => wholeDocument.test(url)
