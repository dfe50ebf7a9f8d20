import pLimit from 'p-limit'
import type { Logger } from 'pino'
import type { Database } from '../base/database/database.ts'
import { fetchPage, PageGone } from '../base/net/fetch-page.ts'
import { DomainError, UserError } from '../base/words/errors.ts'
import { type Morning, nextMorning } from '../base/words/morning.ts'
import type { PageQuestion } from './page-check.ts'
import { type CheckedTemplatePage, nextState, type PageState } from './page-state.ts'
import {
  findPageState,
  forgetPageState,
  keepPageState,
  listPagesDue,
  type TemplateKey,
} from './page-state-sql.ts'
import type { Template } from './template.ts'
import { type TemplateWork, TooMuchWork } from './template-work.ts'
import type { Templates } from './templates.ts'

/** Asks the pages of templates whether they are still as the templates need them: see `createPageStates`. */
export interface PageStates {
  /** Asks the page of a template now, and keeps what was found. Throws `unknown-template` where it has no page. */
  check(key: TemplateKey, template: Template): Promise<{ found: CheckedTemplatePage; state: PageState }>
  /** The same in the background, for a template that was just saved. Does nothing for one without a page. */
  checkSoon(key: TemplateKey): void
  /** Asks pages that are due: each once a night; all of them if `isAll`. Returns how many were asked. */
  checkDue(options: { now: number; isAll: boolean; signal: AbortSignal }): Promise<number>
}

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
const longestQueue = 20
/** After so long a run ends; what is left is due in the next one. */
const longestRunMs = 5 * 60_000

/** Creates the room's watch on pages. They are fetched through the guard and looked through in a thread: pages and selectors are untrusted. */
export function createPageStates(options: PageStatesOptions): PageStates {
  const { db, log, templates, work, allowPrivateAddresses, publicUrl, morning, isOn, onChange } = options
  const limit = pLimit(pagesAtOnce)

  async function check(key: TemplateKey, template: Template) {
    const asked = Date.now()
    const found = await askPage(template)
    const before = await findPageState(db, key)
    const state = nextState(template, found, before, asked)
    const isKept = await keepPageState(db, key, state)
    if (isKept && summaryOf(state) !== summaryOf(before)) onChange(key.organization)
    return { found, state }
  }

  async function askPage(template: Template): Promise<CheckedTemplatePage> {
    const { page } = template
    if (page === undefined)
      throw new DomainError('unknown-template', 'page: the template names none; add page: https://…')
    if (limit.pendingCount >= longestQueue) throw new DomainError('unavailable', '', 5)
    try {
      return await limit(async () => {
        const html = await fetchPage(page, { allowPrivateAddresses, maxBytes })
        return {
          page,
          ...(await work.run('findOnPage', { html, items: itemsOf(template), host: publicUrl() })),
        }
      })
    } catch (error) {
      if (error instanceof PageGone) return { page, problem: error.message, isGone: true }
      if (error instanceof TooMuchWork) return { page, problem: 'the page is too much to be looked through' }
      if (error instanceof UserError) return { page, problem: error.message }
      throw error
    }
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
    const lastNight = nextMorning(now + beforeMorningMs, morning) - beforeMorningMs - 24 * hourMs
    const due = await listPagesDue(db, new Date(isAll ? now + hourMs : lastNight))
    let asked = 0
    for (const key of due) {
      if (until.aborted) break
      await checkIfAny(key).catch((error) =>
        log.warn({ err: error }, 'the page of a template could not be asked'),
      )
      asked++
    }
    return asked
  }

  return { check, checkSoon, checkDue }
}

/** Each selector once for each type. */
function itemsOf({ content }: Template): PageQuestion['items'] {
  const items = content.map(({ selector, type }) => [`${type} ${selector}`, { selector, type }] as const)
  return [...new Map(items).values()]
}

/** What of a state somebody may want to be told. */
function summaryOf(state: PageState | undefined): string {
  const { tag, goneSince, items = [] } = state ?? {}
  return JSON.stringify([tag, goneSince, items.map(({ selector, type, state: of }) => [selector, type, of])])
}
