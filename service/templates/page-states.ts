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
  /** Asks pages that are due: each once a night; all of them if `isAll`. Returns how many were asked. */
  checkDue(options: { now: number; isAll: boolean; signal: AbortSignal }): Promise<number>
}

interface PageStatesOptions {
  db: Database
  log: Logger
  templates: Pick<Templates, 'get'>
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
const pagesAtOnce = 4
/** After so long a run ends; what is left is due in the next one. */
const longestRunMs = 5 * 60_000

/** Creates the room's watch on pages. */
export function createPageStates(options: PageStatesOptions): PageStates {
  const { db, log, templates, pageChecks, publicUrl, morning, isOn, onChange } = options

  async function check(key: TemplateKey, template: Template) {
    const asked = Date.now()
    const found = await pageChecks.check(template, publicUrl())
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
    const lastNight = nextMorning(now + beforeMorningMs, morning) - beforeMorningMs - 24 * hourMs
    const due = await listPagesDue(db, new Date(isAll ? now + hourMs : lastNight))
    const limit = pLimit(pagesAtOnce)
    const asked = due.map((key) =>
      limit(async () => {
        if (until.aborted) return 0
        return checkIfAny(key).then(
          () => 1,
          (error) => {
            log.warn({ err: error }, 'the page of a template could not be asked')
            return 0
          },
        )
      }),
    )
    return (await Promise.all(asked)).reduce<number>((sum, count) => sum + count, 0)
  }

  return { check, checkSoon, checkDue }
}

/** What of a state somebody may want to be told. */
function summaryOf(state: PageState | undefined): string {
  const { tag, goneSince, items = [] } = state ?? {}
  return JSON.stringify([tag, goneSince, items.map(({ selector, type, state: of }) => [selector, type, of])])
}
