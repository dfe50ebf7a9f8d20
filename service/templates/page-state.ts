import type { ContentType } from '../../wire/targets.ts'
import type { CheckedElements } from './page-check.ts'
import type { CheckedTemplatePage } from './page-checks.ts'
import type { Template } from './template.ts'

/**
 * How an item fares in the HTML of its page. `missing`: it matches nothing; `several`: it matches more than the one
 * element that it matched when it was picked; `unknown`: only a browser can tell, as scripts may make the element.
 */
type ItemOnPageState = 'found' | 'missing' | 'several' | 'unknown'

/** An item as the latest check found it. */
export interface CheckedItem {
  selector: string
  type: ContentType
  state: ItemOnPageState
  matches?: number
  /** How many elements it matched when it matched any for the first time. */
  usual?: number
  /** When what is wrong was found first, in milliseconds since 1970. */
  since?: number
  /** When it was found again after it had been missing, likewise. */
  mendedAt?: number
}

/** `unknown`: scripts of the page, or a tag manager, may add it. */
export type TagState = 'current' | 'older' | 'none' | 'unknown'

/** What is known of the page of a template. */
export interface PageState {
  page: string
  version: number
  /** When the check began, in milliseconds since 1970. */
  checkedAt: number
  /** Why it could not be read. */
  problem?: string
  /** Since when its address answers that there is no page. */
  goneSince?: number
  tag: TagState
  /** Since when the tag is missing, or is that of another version. */
  tagSince?: number
  /** Whether its HTML ever had the tag. */
  wasTagged: boolean
  items: CheckedItem[]
}

/** What a check makes of what was known before. A page that cannot be read for now says nothing new of its items. */
export function nextState(
  template: Template,
  found: CheckedTemplatePage,
  earlier: PageState | undefined,
  now: number,
): PageState {
  const before = earlier?.page === found.page ? earlier : undefined
  const { page, problem, isGone } = found
  const about = { page, version: template.version ?? 0, checkedAt: now }
  if (problem !== undefined)
    return {
      ...about,
      problem,
      ...(isGone && { goneSince: before?.goneSince ?? now }),
      tag: before?.tag ?? 'unknown',
      ...(before?.tagSince !== undefined && { tagSince: before.tagSince }),
      wasTagged: before?.wasTagged ?? false,
      items: before?.items ?? [],
    }
  const tag = tagOf(found, before)
  const isWrong = tag === 'none' || tag === 'older'
  const since = before?.tag === tag ? before.tagSince : undefined
  return {
    ...about,
    tag,
    ...(isWrong && { tagSince: since ?? now }),
    wasTagged: before?.wasTagged || found.hasTag === true,
    items: itemsOf(template, found, before, now),
  }
}

/** Whether anything is wrong with a page, or it could not be read: then it is looked at more often. */
export function isTroubled({ problem, tag, items }: PageState): boolean {
  return (
    problem !== undefined ||
    tag === 'none' ||
    tag === 'older' ||
    items.some(({ state }) => state === 'missing' || state === 'several')
  )
}

function tagOf(found: CheckedTemplatePage, before: PageState | undefined): TagState {
  if (found.hasTag) return found.isTagCurrent ? 'current' : 'older'
  const mayBeAdded = found.hasTagManager || found.rendering !== 'none'
  return mayBeAdded && !before?.wasTagged ? 'unknown' : 'none'
}

function itemsOf(
  { content }: Template,
  found: CheckedTemplatePage,
  before: PageState | undefined,
  now: number,
): CheckedItem[] {
  const selectors = found.selectors ?? []
  const seen = new Map(selectors.map((each) => [`${each.type} ${each.selector}`, each]))
  const known = new Map(before?.items.map((each) => [`${each.type} ${each.selector}`, each]))
  const isShown = selectors.some(({ type, matches = 0 }) => type && matches > 0)
  const keys = new Map(content.map(({ selector, type }) => [`${type} ${selector}`, { selector, type }]))
  return [...keys].map(([key, item]) => {
    const elements = seen.get(key)
    const last = known.get(key)
    const { matches } = elements ?? {}
    const usual = last?.usual ?? (matches || undefined)
    const state = stateOf(elements, usual, { ...found, isShown })
    const isWrong = state === 'missing' || state === 'several'
    const wasWrong = last?.state === state ? last.since : undefined
    const mendedAt = state === 'found' && last?.state === 'missing' ? now : last?.mendedAt
    return {
      ...item,
      state,
      ...(matches !== undefined && { matches }),
      ...(usual !== undefined && { usual }),
      ...(isWrong && { since: wasWrong ?? now }),
      ...(state !== 'missing' && mendedAt !== undefined && { mendedAt }),
    }
  })
}

/** No element is called missing that scripts may make. What was in the HTML once is expected there. */
function stateOf(
  elements: CheckedElements | undefined,
  usual: number | undefined,
  { rendering, isShown }: Pick<CheckedTemplatePage, 'rendering'> & { isShown: boolean },
): ItemOnPageState {
  const matches = elements?.matches
  if (matches === undefined) return 'unknown'
  if (matches > 0) return usual === 1 && matches > 1 ? 'several' : 'found'
  if (rendering === 'none') return usual === undefined && elements?.mayCome ? 'unknown' : 'missing'
  return usual !== undefined && isShown ? 'missing' : 'unknown'
}
