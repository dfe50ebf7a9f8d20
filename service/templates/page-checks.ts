import pLimit from 'p-limit'
import { fetchPage, PageGone } from '../base/net/fetch-page.ts'
import { DomainError, UserError } from '../base/words/errors.ts'
import type { PageFindings, PageQuestion } from './page-check.ts'
import type { Template } from './template.ts'
import { type TemplateWork, TooMuchWork } from './template-work.ts'

/** Checks the pages of templates: see `createPageChecks`. */
export interface PageChecks {
  /**
   * Checks whether the template's page has the tag of this service at `host`, and what its selectors match there. Throws `unknown-template` where
   * the template has no page.
   */
  check(template: Template, host: string): Promise<CheckedTemplatePage>
}

/** What was found on a page, or why it could not be read. */
export type CheckedTemplatePage = { page: string; problem?: string; isGone?: true } & Partial<PageFindings>

const maxBytes = 2 * 1024 * 1024
const checksAtOnce = 2
const longestQueue = 20

interface PageChecksOptions {
  work: TemplateWork
  allowPrivateAddresses: boolean
}

/** Creates the checks of pages. A page is fetched through the guard and checked in a thread: page and selectors are untrusted. */
export function createPageChecks({ work, allowPrivateAddresses }: PageChecksOptions): PageChecks {
  const limit = pLimit(checksAtOnce)

  async function check(template: Template, host: string): Promise<CheckedTemplatePage> {
    const { page } = template
    if (page === undefined)
      throw new DomainError('unknown-template', 'page: the template names none; add page: https://…')
    if (limit.pendingCount >= longestQueue) throw new DomainError('unavailable', '', 5)
    try {
      return { page, ...(await limit(() => checkPage(page, template, host))) }
    } catch (error) {
      if (error instanceof PageGone) return { page, problem: error.message, isGone: true }
      if (error instanceof TooMuchWork) return { page, problem: 'the page is too much to be looked through' }
      if (error instanceof UserError) return { page, problem: error.message }
      throw error
    }
  }

  async function checkPage(page: string, template: Template, host: string): Promise<PageFindings> {
    const html = await fetchPage(page, { allowPrivateAddresses, maxBytes })
    return work.run('checkPage', { html, items: itemsOf(template), host })
  }

  return { check }
}

/** Each selector once for each type; one that is only measured has no type. */
function itemsOf({ content, analytics }: Template): PageQuestion['items'] {
  const items = content.map(({ selector, type }) => [`${type} ${selector}`, { selector, type }] as const)
  const changed = new Set(content.map(({ selector }) => selector))
  const measured = analytics.filter(({ selector }) => !changed.has(selector))
  return [
    ...new Map(items).values(),
    ...[...new Set(measured.map(({ selector }) => selector))].map((selector) => ({ selector })),
  ]
}
