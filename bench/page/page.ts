import { type Classify, createClassifier } from '../../test/support/sight/classify.ts'
import type { Contender } from '../contenders/contender.ts'
import { contenders } from '../contenders/index.ts'
import { served } from '../contenders/served.ts'
import { untouched } from '../contenders/untouched.ts'
import type { PartOptions, PartResult } from '../report/row.ts'
import { launchAsVisitor, viewport } from './browser.ts'
import { items } from './changes.ts'
import { type Figures, figuresOf } from './figures.ts'
import { type Conditions, slow4g, unthrottled } from './network.ts'
import { rowsOf } from './rows.ts'
import { type Site, startSite } from './site.ts'
import { type Visit, visit } from './visit.ts'

/** What was measured of each contender that made all four changes, by its name, and who did not. */
export interface Measured {
  figures: Map<string, Figures[]>
  leftOut: Map<string, string>
}

/** Visits the same landing page as each contender has it, in rounds, so that a busy moment meets all of them. */
export async function measure({ runs }: PartOptions): Promise<PartResult> {
  await using site = await startSite()
  const browser = await launchAsVisitor()
  try {
    const classify = await learnSights(browser, site)
    const measured: Record<string, Measured> = {}
    for (const conditions of [unthrottled, slow4g])
      measured[conditions.name] = await measureUnder(conditions, { browser, site, classify, runs })
    return rowsOf(measured)
  } finally {
    await browser.close()
  }
}

interface Bench {
  browser: Awaited<ReturnType<typeof launchAsVisitor>>
  site: Site
  classify: Classify
  runs: number
}

/** Where the headline of the landing page is, in CSS pixels. */
const headline = { x: 32, y: 80, width: 500, height: 104 }

async function learnSights(browser: Bench['browser'], site: Site): Promise<Classify> {
  const last = async (contender: Contender) => {
    const { frames } = await visit(
      browser,
      site.urlOf(contender),
      unthrottled,
      contender.isUntouched ? [] : items,
    )
    const frame = frames.at(-1)
    if (!frame) throw new Error('Chromium recorded no frames.')
    return frame
  }
  return createClassifier(browser, {
    originals: [await last(untouched)],
    personalised: await last(served),
    region: headline,
    pageWidth: viewport.width,
  })
}

/** The first round warms up and says who can make the four changes; it does not count. */
async function measureUnder(conditions: Conditions, bench: Bench): Promise<Measured> {
  const measured: Measured = { figures: new Map(), leftOut: new Map() }
  for (let round = 0; round <= bench.runs; round++) {
    console.error(`bench: page, ${conditions.name}, round ${round} of ${bench.runs}`)
    for (const contender of contenders) {
      if (measured.leftOut.has(contender.name)) continue
      const seen = await visitOnce(contender, conditions, bench)
      const lacking = contender.isUntouched ? [] : items.filter(({ type }) => !seen.changes.includes(type))
      if (lacking.length) measured.leftOut.set(contender.name, lacking.map(({ type }) => type).join(', '))
      else if (round) {
        const figures = figuresOf(seen, await bench.classify(seen.frames))
        measured.figures.set(contender.name, [...(measured.figures.get(contender.name) ?? []), figures])
      }
    }
  }
  for (const name of measured.leftOut.keys()) measured.figures.delete(name)
  return measured
}

function visitOnce(contender: Contender, conditions: Conditions, { browser, site }: Bench): Promise<Visit> {
  site.network.become(conditions)
  return visit(browser, site.urlOf(contender), conditions, contender.isUntouched ? [] : items)
}
