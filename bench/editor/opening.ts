import type { Browser } from 'playwright'
import { launchChromium } from '../../test/support/browsers/chromium.ts'
import { type Conditions, slow4g, unthrottled } from '../page/network.ts'
import { show, showSpread, spreadOf } from '../report/numbers.ts'
import type { PartOptions, PartResult, Row } from '../report/row.ts'
import { openThemes, type Themes } from './themes.ts'

const goalMs = 1000
/** How many pages are opened on the slow network, where a visit takes seconds. */
const fewPages = 5

/** The times of one visit, from the navigation, in milliseconds. */
interface Opened {
  page: string
  /** Until `Pick an element` has the focus, so that one can begin. */
  editorMs: number
  /** Until `load` of the same page without the ticket. */
  pageMs: number
}

/** Measures how long the editor takes to open on the theme pages, by a ticket, with an empty cache. */
export async function measure({ runs, isQuick }: PartOptions): Promise<PartResult> {
  await using themes = await openThemes()
  const browser = await launchChromium()
  const names = isQuick ? themes.names.slice(0, 2) : themes.names
  try {
    const near = await openAll(browser, themes, unthrottled, names, isQuick ? 1 : Math.min(3, runs))
    const far = await openAll(browser, themes, slow4g, names.slice(0, fewPages), 1)
    const rows = [rowOf(near, unthrottled, `≤ ${show(goalMs, 'ms')}`), rowOf(far, slow4g, '')]
    return { rows, measured: { unthrottled: near, slow4g: far }, notes: notesOf(near) }
  } finally {
    await browser.close()
  }
}

/** Opens all pages in rounds, so that a busy moment affects all of them. Returns each page's median. */
async function openAll(
  browser: Browser,
  themes: Themes,
  conditions: Conditions,
  names: string[],
  rounds: number,
): Promise<Opened[]> {
  const visits: Opened[] = []
  for (let round = 0; round < rounds; round++)
    for (const page of names) {
      const [editorMs, pageMs] = [await visit('editor', page), await visit('load', page)]
      visits.push({ page, editorMs, pageMs })
    }
  return names.map((page) => {
    const own = visits.filter((visit) => visit.page === page)
    const median = (of: (visit: Opened) => number) => Math.round(spreadOf(own.map(of)).median)
    return { page, editorMs: median(({ editorMs }) => editorMs), pageMs: median(({ pageMs }) => pageMs) }
  })

  async function visit(until: 'editor' | 'load', name: string): Promise<number> {
    const url = until === 'editor' ? await themes.editorLink(name) : themes.pageOf(name)
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    try {
      const page = await context.newPage()
      const session = await context.newCDPSession(page)
      await session.send('Emulation.setCPUThrottlingRate', { rate: conditions.cpuSlowdown })
      themes.become(conditions)
      await page.goto(url, { waitUntil: 'commit' })
      const opened = await page.waitForFunction(until === 'editor' ? editorOpenedMs : loadedMs)
      return (await opened.jsonValue()) as number
    } finally {
      await context.close()
    }
  }
}

/** Runs in the page in each frame: the time when one can begin; undefined before. */
function editorOpenedMs(): number {
  const focused = document.querySelector('motif-editor')?.shadowRoot?.activeElement
  return focused?.textContent === 'Pick an element' ? performance.now() : 0
}

function loadedMs(): number {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return navigation?.loadEventEnd ?? 0
}

function rowOf(opened: Opened[], { name }: Conditions, toReach: string): Row {
  const editor = spreadOf(opened.map(({ editorMs }) => editorMs))
  return {
    what: `the editor opened by its link, theme pages, ${name}`,
    toReach,
    figures: {
      Motif: showSpread(editor, 'ms'),
      'the page’s own load': showSpread(spreadOf(opened.map(({ pageMs }) => pageMs)), 'ms'),
    },
  }
}

function notesOf(near: Opened[]): string[] {
  const slowest = near.toSorted((one, other) => other.editorMs - one.editorMs)[0]
  return [
    `From the navigation until \`Pick an element\` has the focus, with an empty cache, on ${near.length} theme pages, the median of three for each; slow 4G on ${fewPages} of them, once each. Slowest: ${slowest?.page}.`,
  ]
}
