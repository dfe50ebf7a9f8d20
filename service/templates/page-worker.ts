import { parentPort, workerData } from 'node:worker_threads'
import { parsePage } from './page-check.ts'

/** What a page is looked through for. */
export interface PageWorkerData {
  html: string
  selectors: string[]
  /** `PUBLIC_URL`. */
  host: string
}

/** What is found in a page. */
export interface PageFindings {
  hasTag: boolean
  isMadeByScripts: boolean
  /** `matches` is left out where only a browser can tell. */
  selectors: { selector: string; matches?: number }[]
}

const { html, selectors, host } = workerData as PageWorkerData
const page = parsePage(html)
const findings: PageFindings = {
  hasTag: page.hasTag(host),
  isMadeByScripts: page.isMadeByScripts,
  selectors: selectors.map((selector) => {
    const matches = page.count(selector)
    return matches === undefined ? { selector } : { selector, matches }
  }),
}
parentPort?.postMessage(findings)
