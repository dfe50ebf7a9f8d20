import { describe, expect } from 'vitest'
import { type FaultPage, faultPages } from '../support/fault-pages.ts'
import { hiding, type Need, needs } from '../support/file-needs.ts'
import { waitInBrokenPage } from '../support/frames.ts'
import type { Behaviour } from '../support/site.ts'
import { type Scenario, test, type Visit } from '../support/visit.ts'

/**
 * Every page that makes it hard for the script, with every file of the script late, blocked or broken: thousands of visits
 * (`npm run test:long -- files`). `CROSSED=24` takes so many of them, by `SEED`.
 */
const states = ['late', 'blocked', 'broken'] as const
type State = (typeof states)[number]

interface Crossing {
  page: FaultPage
  need: Need
  state: State
  name: string
}

const all: Crossing[] = faultPages.flatMap((page) =>
  needs.flatMap((need) =>
    states.map((state) => ({
      page,
      need,
      state,
      name: `the file ${need.file} is ${state}, on a page with ${need.on}, and with ${page.name}`,
    })),
  ),
)

const seed = Number(process.env.SEED ?? Date.now() % 100_000)

/** Takes so many of a list, by the seed. */
function sample<Element>(list: Element[], count: number): Element[] {
  let state = seed
  const next = () => {
    state = (state * 48_271 + 11) % 2_147_483_647
    return state
  }
  return list
    .map((element) => ({ element, at: next() }))
    .sort((one, other) => one.at - other.at)
    .slice(0, count)
    .map(({ element }) => element)
}

const crossings = process.env.CROSSED ? sample(all, Number(process.env.CROSSED)) : all

const faults: Record<Exclude<State, 'late'>, Behaviour> = {
  blocked: { status: 404 },
  broken: { says: 'export const borrow = (', type: 'text/javascript' },
}

const scenarioOf = ({ page, need }: Crossing): Scenario => {
  const scenario = hiding(need.page())
  const { before, head = '', wrap = (body: string) => body } = page
  const first = [before, scenario.before].filter(Boolean).map((one) => `(${one})();`)
  return {
    ...scenario,
    before: first.join(''),
    head,
    body: wrap(scenario.body),
    // The editor and its overlay are for marketers: what pages do to them is another matter.
    editor: (_, response) => response.writeHead(404).end(),
  }
}

/** Where the page has a `Node` or `Symbol` of its own, DOMPurify may sanitise nothing: then the HTML is refused. */
const isRefusing = ({ page, need }: Crossing) => need.file === 'sanitiser' && page.head !== undefined

/** Runs in a page that may have broken whatever it has: what a visitor sees of the targets. */
const look = () => {
  const [h1, lead, a] = [
    document.querySelector('h1'),
    document.querySelector('.lead'),
    document.querySelector('a'),
  ] as HTMLElement[] as [HTMLElement, HTMLElement, HTMLElement]
  const hidden = (element: HTMLElement) =>
    getComputedStyle(element).visibility === 'hidden' ? 'hidden ' : ''
  return `${hidden(h1)}${h1.textContent}|${hidden(lead)}${lead.innerHTML}|${hidden(a)}${a.getAttribute('href')}`
}

/** Waits until all is shown, each target as it is in one of these. */
const expectSeen = async (page: Visit, ...wanted: string[][]) => {
  const isWanted = (seen: string) =>
    seen.split('|').every((part, at) => wanted.some((targets) => targets[at] === part))
  await expect.poll(() => page.run(look)).toSatisfy(isWanted)
}

const stop = () => window.motif?.stop?.()

describe(`seed ${seed}`, () => {
  test.for(crossings.map((one) => [one.name, one] as const))('%s', async ([, crossing], { visit }) => {
    const { page: given, need, state } = crossing
    const { whole, without, own, file } = need
    const only = `/${file}-`
    const arrival = Promise.withResolvers<void>()
    const files = { only, ...(state === 'late' ? { after: arrival.promise } : faults[state]) }
    const page = await visit({ ...scenarioOf(crossing), files })
    if (given.isBearable) {
      await expect.poll(() => page.requests.some(({ path }) => path.startsWith(only))).toBe(true)
      await expectSeen(page, ...(state === 'late' ? [own, without] : [without]))
      arrival.resolve()
      await page.run(() => window.motif?.ready)
      const ends = state === 'late' ? whole : without
      await expectSeen(page, ends, ...(isRefusing(crossing) ? [without] : []))
    } else {
      await expectSeen(page, own, whole)
      arrival.resolve()
      await waitInBrokenPage(page)
      await expectSeen(page, own, whole)
    }
    await page.run(stop)
    if (given.isBearable && state === 'late') await expectSeen(page, own)
    expect(await page.complaints()).toEqual([])
  })
})
