import { parentPort, workerData } from 'node:worker_threads'
import type { ContentType } from '../../wire/targets.ts'
import { parsePage, type RenderedBy } from './page-check.ts'

/** The task of the worker. */
export interface PageWorkerData {
  html: string
  /** `type` is that of a content item. */
  items: { selector: string; type?: ContentType }[]
  /** `PUBLIC_URL`. */
  host: string
  /** `data-hide` of the tag as it would be pasted today. */
  hide: string
}

/** The result of the worker. */
export interface PageFindings {
  hasTag: boolean
  /** Whether the tag is that of the current version. Left out without a tag. */
  isTagCurrent?: boolean
  isMadeByScripts: boolean
  rendering: RenderedBy
  hasTagManager: boolean
  /**
   * `matches` is left out where only a browser can tell. `refusedBy` has the names of elements that the item cannot
   * change.
   */
  selectors: CheckedElements[]
}

/** What a selector finds, for items of one type. */
export interface CheckedElements {
  selector: string
  /** Left out for what is only measured. */
  type?: ContentType
  matches?: number
  refusedBy?: string[]
  /** Of what matches nothing: whether a script of the page may make it. */
  mayCome?: boolean
  /** What the page shows there by itself. */
  own?: string
}

const { html, items, host, hide } = workerData as PageWorkerData
const page = parsePage(html)
const tag = page.tag(host, hide)
const findings: PageFindings = {
  hasTag: tag !== 'none',
  ...(tag !== 'none' && { isTagCurrent: tag === 'current' }),
  isMadeByScripts: page.isMadeByScripts,
  rendering: page.rendering,
  hasTagManager: page.hasTagManager,
  selectors: items.map(({ selector, type }) => {
    const matches = page.count(selector)
    const refusedBy = type ? page.refusals(selector, type) : []
    const own = type && page.own(selector, type)
    return {
      selector,
      ...(type && { type }),
      ...(matches !== undefined && { matches }),
      ...(refusedBy.length > 0 && { refusedBy }),
      ...(matches === 0 && page.mayCome(selector) && { mayCome: true }),
      ...(own !== undefined && { own }),
    }
  }),
}
parentPort?.postMessage(findings)
