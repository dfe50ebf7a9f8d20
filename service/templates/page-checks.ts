import { Worker } from 'node:worker_threads'
import pLimit from 'p-limit'
import { fetchPage, PageGone } from '../base/net/fetch-page.ts'
import { DomainError, UserError } from '../base/words/errors.ts'
import { workerFile } from '../base/worker-file.ts'
import type { PageFindings, PageWorkerData } from './page-worker.ts'
import type { Template } from './template.ts'

/** The tag that a page should have: `PUBLIC_URL`, and what it hides. */
type PageTag = Pick<PageWorkerData, 'host' | 'hide'>

/** Checks the pages of templates: see `createPageChecks`. */
export interface PageChecks {
  /**
   * Checks whether the template's page has its tag, and what its selectors match there. Throws `unknown-template` where
   * the template has no page.
   */
  check(template: Template, tag: PageTag): Promise<CheckedTemplatePage>
}

/** What was found on a page, or why it could not be read. */
export type CheckedTemplatePage = { page: string; problem?: string; isGone?: true } & Partial<PageFindings>

const maxBytes = 2 * 1024 * 1024
const checkMs = 5000
/** For the page and its tree, in one thread. */
const memoryMb = 192
const checksAtOnce = 2
const longestQueue = 20

/**
 * Creates the checks of pages. A page is fetched through the guard and checked in a thread of its own, which is stopped
 * after 5 s: both the page and the selectors are untrusted.
 */
export function createPageChecks(options: { allowPrivateAddresses: boolean }): PageChecks {
  const limit = pLimit(checksAtOnce)

  async function check(template: Template, tag: PageTag): Promise<CheckedTemplatePage> {
    const { page } = template
    if (page === undefined)
      throw new DomainError('unknown-template', 'page: the template names none; add page: https://…')
    if (limit.pendingCount >= longestQueue) throw new DomainError('unavailable', '', 5)
    try {
      return { page, ...(await limit(() => checkPage(page, template, tag))) }
    } catch (error) {
      if (error instanceof PageGone) return { page, problem: error.message, isGone: true }
      if (error instanceof UserError) return { page, problem: error.message }
      throw error
    }
  }

  async function checkPage(page: string, template: Template, tag: PageTag): Promise<PageFindings> {
    const html = await fetchPage(page, { ...options, maxBytes })
    return runWorker({ html, items: itemsOf(template), ...tag })
  }

  return { check }
}

/** Each selector once for each type; one that is only measured has no type. */
function itemsOf({ content, analytics }: Template): PageWorkerData['items'] {
  const items = content.map(({ selector, type }) => [`${type} ${selector}`, { selector, type }] as const)
  const changed = new Set(content.map(({ selector }) => selector))
  const measured = analytics.filter(({ selector }) => !changed.has(selector))
  return [
    ...new Map(items).values(),
    ...[...new Set(measured.map(({ selector }) => selector))].map((selector) => ({ selector })),
  ]
}

async function runWorker(workerData: PageWorkerData): Promise<PageFindings> {
  const worker = new Worker(workerFile('service/templates/page-worker.ts'), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    // The thread needs nothing of the service's environment.
    env: {},
  })
  const late = setTimeout(() => void worker.terminate(), checkMs)
  try {
    return await new Promise<PageFindings>((found, failed) => {
      const tooMuch = () => failed(new UserError('the page is too much to be looked through'))
      worker.once('message', found).once('error', tooMuch).once('exit', tooMuch)
    })
  } finally {
    clearTimeout(late)
    await worker.terminate()
  }
}
