import { parentPort, workerData } from 'node:worker_threads'
import type { ContentType } from '../../wire/targets.ts'
import { parsePage } from './page-check.ts'

/** The task of the worker. */
export interface PageWorkerData {
  html: string
  /** `type` is that of a content item. */
  items: { selector: string; type?: ContentType }[]
  /** `PUBLIC_URL`. */
  host: string
}

/** The result of the worker. */
export interface PageFindings {
  hasTag: boolean
  isMadeByScripts: boolean
  /**
   * `matches` is left out where only a browser can tell. `refusedBy` has the names of elements that the item cannot
   * change.
   */
  selectors: { selector: string; matches?: number; refusedBy?: string[] }[]
}

const { html, items, host } = workerData as PageWorkerData
const page = parsePage(html)
const findings: PageFindings = {
  hasTag: page.hasTag(host),
  isMadeByScripts: page.isMadeByScripts,
  selectors: items.map(({ selector, type }) => {
    const matches = page.count(selector)
    const refusedBy = type ? page.refusals(selector, type) : []
    return { selector, ...(matches !== undefined && { matches }), ...(refusedBy.length > 0 && { refusedBy }) }
  }),
}
parentPort?.postMessage(findings)
