import type { ContentType } from '../../wire/targets.ts'
import type { PageFindings } from './page-check.ts'
import type { Template } from './template.ts'

/** What was found on a page, or why it could not be read. */
export type CheckedTemplatePage = { page: string; problem?: string; isGone?: true } & Partial<PageFindings>

/** An item as the latest check found it in the HTML of its page. */
export interface CheckedItem {
  selector: string
  type: ContentType
  /**
   * `missing`: it matches nothing; `several`: it matches more than the one element that it matched at first; `unknown`: only
   * a browser can tell.
   */
  state: 'found' | 'missing' | 'several' | 'unknown'
  /** Since when that is so, in milliseconds since 1970. */
  since: number
  matches?: number
  /** How many elements it matched when it matched any for the first time. */
  usual?: number
}

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
  /** Whether its HTML has the tag; `unknown`: scripts of the page, or a tag manager, may add it. */
  tag: 'there' | 'none' | 'unknown'
  tagSince: number
  items: CheckedItem[]
}

/** What a check makes of what was known before. A page that cannot be read for now says nothing new of its items. */
export function nextState(
  template: Template,
  found: CheckedTemplatePage,
  earlier: PageState | undefined,
  now: number,
): PageState {
  const { page, problem, isGone } = found
  const before = earlier?.page === page ? earlier : undefined
  const about = { page, version: template.version ?? 0, checkedAt: now }
  if (problem !== undefined)
    return {
      ...about,
      problem,
      ...(isGone && { goneSince: before?.goneSince ?? now }),
      tag: before?.tag ?? 'unknown',
      tagSince: before?.tagSince ?? now,
      items: before?.items ?? [],
    }
  const tag = found.hasTag ? 'there' : found.mayGetTag ? 'unknown' : 'none'
  const tagSince = before?.tag === tag ? before.tagSince : now
  return { ...about, tag, tagSince, items: itemsOf(template, found, before, now) }
}

function itemsOf(
  { content }: Template,
  { items = [], isMadeByScripts = false }: CheckedTemplatePage,
  before: PageState | undefined,
  now: number,
): CheckedItem[] {
  const seen = new Map(items.map((each) => [`${each.type} ${each.selector}`, each]))
  const known = new Map(before?.items.map((each) => [`${each.type} ${each.selector}`, each]))
  const keys = new Map(content.map(({ selector, type }) => [`${type} ${selector}`, { selector, type }]))
  return [...keys].map(([key, item]) => {
    const matches = seen.get(key)?.matches
    const last = known.get(key)
    const usual = last?.usual ?? (matches || undefined)
    const state = stateOf(matches, usual, isMadeByScripts)
    return {
      ...item,
      state,
      since: last?.state === state ? last.since : now,
      ...(matches !== undefined && { matches }),
      ...(usual !== undefined && { usual }),
    }
  })
}

/** What was in the HTML once is expected there, whoever makes the page. */
function stateOf(
  matches: number | undefined,
  usual: number | undefined,
  isMadeByScripts: boolean,
): CheckedItem['state'] {
  if (matches === undefined) return 'unknown'
  if (matches > 0) return usual === 1 && matches > 1 ? 'several' : 'found'
  return isMadeByScripts && usual === undefined ? 'unknown' : 'missing'
}
