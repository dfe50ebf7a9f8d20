import type { Chance } from './chance.ts'
import type { World } from './change.ts'
import { type Frame, openFrame } from './frame.ts'
import { drawPattern } from './patterns.ts'

/** One page, one visitor, and what happens to them. */
export interface Life {
  run: number
  chance: Chance
  steps: string[]
  wrong: string[]
  page: Frame
  mirror: Frame
  world: World
  /** The pattern that may be seen; none: the page is to be as it is by itself. */
  pattern: string | undefined
  /** The pattern of the link. */
  linked: string
  patterns: string[]
  mayMeasure: boolean
  /** Between two pages: which of them is seen is not known. */
  isLeaving: boolean
}

/** Opens the page by a link, by a tag, and beside it the same without Motif. */
export async function beginLife(chance: Chance, run: number): Promise<Life> {
  const linked = drawPattern(chance, run, 0)
  const tag = chance.pick(['snippet', 'inline', 'loader'])
  const hide = chance.pick(['h1,.lead,.shot', 'main :is(h1,.lead:not(.x)),.card h3,h2[', ''])
  const attributes: Record<string, string> = {
    'data-hide': hide,
    'data-timeout': '250',
    // So that an error in it says where it is.
    crossorigin: 'anonymous',
  }
  const isAsked = chance.percent(30)
  if (isAsked) attributes['data-consent'] = 'required'
  const query = new URLSearchParams({
    run: `${run}`,
    id: chance.pick(['root', 'app', 'page']),
    pattern: linked,
  })
  const steps = [`tag ${tag}, hides ${hide}, ${isAsked ? 'asks for consent, ' : ''}link ${linked}`]
  const wrong: string[] = []
  const [page, mirror] = await Promise.all([
    openFrame(
      `/page?${query}&tag=${tag}&attributes=${encodeURIComponent(JSON.stringify(attributes))}`,
      (text) => wrong.push(`complaint: ${text}`),
    ),
    openFrame(`/page?${query}&tag=none`, (text) => wrong.push(`complaint of the page itself: ${text}`)),
  ])
  let number = 0
  const next = () => `k${number++}`
  const world: World = {
    chance,
    kept: [],
    cloned: [],
    isMarked: false,
    next,
    get find() {
      return mirror.find
    },
    get mirror() {
      return mirror.document
    },
  }
  return {
    run,
    chance,
    steps,
    wrong,
    page,
    mirror,
    world,
    pattern: linked,
    linked,
    patterns: [linked],
    mayMeasure: !isAsked,
    isLeaving: false,
  }
}
