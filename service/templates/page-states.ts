import pLimit from 'p-limit'
import type { Logger } from 'pino'
import type { Database } from '../base/database/database.ts'
import { type Morning, nextMorning } from '../base/words/morning.ts'
import type { CheckedTemplatePage, PageChecks } from './page-checks.ts'
import { nextState, type PageState } from './page-state.ts'
import {
  findPageState,
  forgetPageState,
  keepPageState,
  listPagesDue,
  type TemplateKey,
} from './page-state-sql.ts'
import type { Template } from './template.ts'
import type { Templates } from './templates.ts'

/** Asks the pages of templates whether they are still as the templates need them: see `createPageStates`. */
export interface PageStates {
  /** Asks the page of a template now, and keeps what was found. Throws as `PageChecks.check` does. */
  check(key: TemplateKey, template: Template): Promise<{ found: CheckedTemplatePage; state: PageState }>
  /** The same in the background, for a template that was just saved. Does nothing for one without a page. */
  checkSoon(key: TemplateKey): void
  /**
   * Asks pages that are due: each once a night, and those with trouble each hour; all of them if `isAll`. Returns how
   * many were asked.
   */
  checkDue(options: { now: number; isAll: boolean; signal: AbortSignal }): Promise<number>
}

interface PageStatesOptions {
  db: Database
  log: Logger
  templates: Pick<Templates, 'get' | 'hideOf'>
  pageChecks: PageChecks
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
/** Somewhat less than an hour: maintenance runs about each hour. */
const troubledMs = 45 * 60_000
const hostsAtOnce = 4
/** After so many in a row a host is left alone until the next run, which begins with its other pages. */
const mostFailures = 3
/** After so long a run ends; what is left is due in the next one. */
const longestRunMs = 5 * 60_000

/** Creates the room's watch on pages. Of one host one page at a time is asked, and none more if several in a row cannot be read. */
export function createPageStates(options: PageStatesOptions): PageStates {
  const { db, log, templates, pageChecks, publicUrl, morning, isOn, onChange } = options

  async function check(key: TemplateKey, template: Template) {
    const asked = Date.now()
    const hide = await templates.hideOf(template)
    const found = await pageChecks.check(template, { host: publicUrl(), hide })
    const before = await findPageState(db, key)
    const state = nextState(template, found, before, asked)
    const isKept = await keepPageState(db, key, state)
    if (isKept && summaryOf(state) !== summaryOf(before)) onChange(key.organization)
    return { found, state }
  }

  function checkSoon(key: TemplateKey): void {
    if (!isOn) return
    void checkIfAny(key).catch((error) =>
      log.warn({ err: error }, 'the page of a template could not be asked; it will be tonight'),
    )
  }

  async function checkIfAny(key: TemplateKey): Promise<void> {
    const template = await templates.get(key.organization, key.template)
    if (template?.page) await check(key, template)
    else await forgetPageState(db, key)
  }

  async function checkDue({ now, isAll, signal }: Parameters<PageStates['checkDue']>[0]): Promise<number> {
    if (!isOn) return 0
    const until = AbortSignal.any([signal, AbortSignal.timeout(longestRunMs)])
    const pages = await findPages(await listPagesDue(db, dueAt(now, isAll)))
    const limit = pLimit(hostsAtOnce)
    const hosts = Map.groupBy(pages, ({ page }) => new URL(page).host)
    const counts = [...hosts.values()].map((ofHost) => limit(() => checkHost(ofHost, until)))
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
  }

  function dueAt(now: number, isAll: boolean) {
    if (isAll) return { checkedBefore: new Date(now + hourMs), troubledBefore: new Date(now + hourMs) }
    const lastNight = nextMorning(now + beforeMorningMs, morning) - beforeMorningMs - 24 * hourMs
    return { checkedBefore: new Date(lastNight), troubledBefore: new Date(now - troubledMs) }
  }

  async function findPages(due: TemplateKey[]): Promise<DuePage[]> {
    const found: DuePage[] = []
    for (const key of due) {
      const template = await templates.get(key.organization, key.template)
      if (template?.page && URL.canParse(template.page)) found.push({ key, template, page: template.page })
      else await forgetPageState(db, key)
    }
    return found
  }

  async function checkHost(pages: DuePage[], signal: AbortSignal): Promise<number> {
    let asked = 0
    let failures = 0
    for (const { key, template } of pages) {
      if (signal.aborted || failures >= mostFailures) break
      asked++
      const isRead = await check(key, template).then(
        ({ found }) => !found.problem || found.isGone,
        (error) => log.warn({ err: error }, 'the page of a template could not be asked'),
      )
      failures = isRead ? 0 : failures + 1
    }
    return asked
  }

  return { check, checkSoon, checkDue }
}

interface DuePage {
  key: TemplateKey
  template: Template
  page: string
}

/** What of a state somebody may want to be told. */
function summaryOf(state: PageState | undefined): string {
  const { tag, goneSince, items = [] } = state ?? {}
  return JSON.stringify([tag, goneSince, items.map(({ selector, type, state: of }) => [selector, type, of])])
}
