import pLimit from 'p-limit'
import type { Logger } from 'pino'
import type { Database } from '../base/database/database.ts'
import { fetchPage, PageGone } from '../base/net/fetch-page.ts'
import { UserError } from '../base/words/errors.ts'
import { type Morning, nextMorning } from '../base/words/morning.ts'
import type { CheckedItem, ItemFindings, PageFindings, PageQuestion, PageState } from './page-check.ts'
import { findPageState, forgetPageState, keepPageState, listPagesDue, type TemplateKey } from './sql.ts'
import { isSameItem, pageOf, type Template } from './template.ts'
import { type TemplateWork, TooMuchWork } from './template-work.ts'
import type { Templates } from './templates.ts'

interface PageStatesOptions {
  db: Database
  log: Logger
  templates: Pick<Templates, 'get'>
  work: TemplateWork
  allowPrivateAddresses: boolean
  publicUrl: () => string
  morning: Morning
  /** Whether pages are asked without somebody who waits for it. */
  isOn: boolean
  /** Called when something new may be wrong, or mended. */
  onChange(organization: string): void
}

const hourMs = 3_600_000
/** Pages are asked so long before the morning, so that what is wrong is in the morning's mail. */
const beforeMorningMs = 3 * hourMs
const maxBytes = 2 * 1024 * 1024
const pagesAtOnce = 2
/** After so long a run ends; what is left is due in the next one. */
const longestRunMs = 5 * 60_000

/** Asks the pages of templates whether they are still as the templates need them. */
export type PageStates = ReturnType<typeof createPageStates>

/** Creates the room's watch on pages. They are fetched through the guard and looked through in a thread: pages and selectors are untrusted. */
export function createPageStates(options: PageStatesOptions) {
  const { db, log, templates, work, allowPrivateAddresses, publicUrl, morning, isOn, onChange } = options
  const limit = pLimit(pagesAtOnce)

  /** Asks the page of a template now, and keeps what was found. Throws `unknown-template` if it has no page. */
  async function check(key: TemplateKey, template: Template): Promise<PageState> {
    const page = pageOf(template)
    const { version = 0 } = template
    const about = { page, version, checkedAt: Date.now() }
    const found = await limit(() => askPage(page, itemsOf(template)))
    const earlier = await findPageState(db, key)
    const state = nextState(about, found, earlier?.page === page ? earlier : undefined)
    const isKept = await keepPageState(db, key, state)
    if (isKept && summaryOf(state) !== summaryOf(earlier)) onChange(key.organization)
    return state
  }

  async function askPage(page: string, items: PageQuestion['items']): Promise<PageFindings | Unread> {
    try {
      const html = await fetchPage(page, { allowPrivateAddresses, maxBytes })
      return await work.run('findOnPage', { html, items, host: publicUrl() })
    } catch (error) {
      if (error instanceof TooMuchWork)
        return { problem: 'the page is too much to be looked through', isGone: false }
      if (error instanceof UserError) return { problem: error.message, isGone: error instanceof PageGone }
      throw error
    }
  }

  async function checkIfAny(key: TemplateKey): Promise<void> {
    try {
      const template = await templates.get(key.organization, key.template)
      if (template?.page) await check(key, template)
      else await forgetPageState(db, key)
    } catch (error) {
      log.warn({ err: error }, 'the page of a template could not be asked; it will be tonight')
    }
  }

  return {
    check,
    checkSoon(key: TemplateKey): void {
      if (isOn) void checkIfAny(key)
    },
    /** Asks pages that are due: each once a night; all of them if `isAll`. Returns how many were asked. */
    async checkDue({ now, isAll, signal }: { now: number; isAll: boolean; signal: AbortSignal }) {
      if (!isOn) return 0
      const until = AbortSignal.any([signal, AbortSignal.timeout(longestRunMs)])
      const lastNight = nextMorning(now + beforeMorningMs, morning) - beforeMorningMs - 24 * hourMs
      let asked = 0
      for (const key of await listPagesDue(db, new Date(isAll ? now + hourMs : lastNight))) {
        if (until.aborted) break
        await checkIfAny(key)
        asked++
      }
      return asked
    },
  }
}

interface Unread {
  problem: string
  isGone: boolean
}

function itemsOf({ content }: Template): PageQuestion['items'] {
  const items = content.map(({ selector, type }) => [`${type} ${selector}`, { selector, type }] as const)
  return [...new Map(items).values()]
}

/** What a check makes of what was known before of the same page. */
function nextState(
  about: Pick<PageState, 'page' | 'version' | 'checkedAt'>,
  found: PageFindings | Unread,
  before: PageState | undefined,
): PageState {
  const now = about.checkedAt
  if ('problem' in found) {
    const { goneSince = now, html, ...known } = before ?? { items: [] }
    return { ...known, ...about, problem: found.problem, ...(found.isGone && { goneSince }) }
  }
  const { hasTag, mayGetTag } = found.html
  return {
    ...about,
    html: found.html,
    ...(!hasTag && !mayGetTag && { untaggedSince: before?.untaggedSince ?? now }),
    items: found.items.map((item) => {
      const last = before?.items.find((each) => isSameItem(each, item))
      return nextItem(item, last, found.html.isMadeByScripts, now)
    }),
  }
}

function nextItem(item: ItemFindings, last: CheckedItem | undefined, isMadeByScripts: boolean, now: number) {
  const usual = last?.usual ?? (item.matches || undefined)
  const state = stateOf({ ...item, usual }, isMadeByScripts)
  const since = last && last.state === state ? last.since : now
  return { ...item, ...(state && { state }), since, ...(usual !== undefined && { usual }) }
}

/** What was in the HTML once is expected there, whoever makes the page. */
function stateOf(
  { matches, usual }: { matches?: number; usual: number | undefined },
  isMadeByScripts: boolean,
): CheckedItem['state'] {
  if (matches === undefined) return 'unknown'
  if (matches > 0) return usual === 1 && matches > 1 ? 'several' : undefined
  return isMadeByScripts && usual === undefined ? 'unknown' : 'missing'
}

/** What of a state somebody may want to be told. */
function summaryOf({ untaggedSince, goneSince, items }: Partial<PageState> = {}): string {
  return JSON.stringify([untaggedSince, goneSince, items?.map(({ since }) => since)])
}
