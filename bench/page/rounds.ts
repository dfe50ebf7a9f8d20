import type { Browser } from 'playwright'
import { createClassifier, type References } from '../../test/support/sight/classify.ts'
import type { Frame } from '../../test/support/sight/film.ts'
import type { Contender } from '../contenders/contender.ts'
import { served } from '../contenders/served.ts'
import { untouched } from '../contenders/untouched.ts'
import { launchAsVisitor, viewport } from './browser.ts'
import { items } from './changes.ts'
import { type Figures, figuresOf, type Sights } from './figures.ts'
import type { Landing } from './landing.ts'
import { type Conditions, slow4g, unthrottled } from './network.ts'
import { type Site, startSite } from './site.ts'
import { type Visit, visit } from './visit.ts'

/** What was measured of each contender, by its name. */
export interface Measured {
  /** Of visits that ended with all four changes. */
  figures: Map<string, Figures[]>
  /** What was missing in visits that did not. */
  failures: Map<string, string[]>
}

/** A landing page, the contenders, and the number of rounds. */
export interface Plan {
  /** The name of the page in progress messages. */
  name: string
  landing: Landing
  /** They must include `untouched` and `served`, whose frames are the references for the others. */
  contenders: Contender[]
  runs: number
}

/** Visits each contender's landing page in rounds, so that a busy moment affects all of them. Returns figures by conditions. */
export async function visitInRounds(plan: Plan): Promise<Record<string, Measured>> {
  await using site = await startSite(plan.landing, plan.contenders)
  const browser = await launchAsVisitor()
  try {
    const classify = await learnSights(browser, site)
    const measured: Record<string, Measured> = {}
    for (const conditions of [unthrottled, slow4g])
      measured[conditions.name] = await visitUnder(conditions, { browser, site, classify, ...plan })
    return measured
  } finally {
    await browser.close()
  }
}

interface Bench extends Plan {
  browser: Browser
  site: Site
  classify(frames: Frame[]): Promise<Sights>
}

/** The places in the landing page that are looked at, in CSS pixels. */
const regions = {
  headline: { x: 32, y: 80, width: 500, height: 104 },
  picture: { x: 568, y: 80, width: 400, height: 300 },
}

async function learnSights(browser: Browser, site: Site): Promise<Bench['classify']> {
  const last = async (contender: Contender) => {
    const { frames } = await visit(browser, site.urlOf(contender), unthrottled, wantedOf(contender))
    const frame = frames.at(-1)
    if (!frame) throw new Error('Chromium recorded no frames.')
    return frame
  }
  const known = { originals: [await last(untouched)], personalised: await last(served) }
  const classifierOf = (region: References['region']) =>
    createClassifier(browser, { ...known, region, pageWidth: viewport.width })
  const ofHeadline = await classifierOf(regions.headline)
  const ofPicture = await classifierOf(regions.picture)
  return async (frames) => ({ headline: await ofHeadline(frames), picture: await ofPicture(frames) })
}

/** Rivals are visited in every third round: fewer visits are enough for them. */
const rivalsEvery = 3

/** Visits under one set of conditions. The first round warms up and does not count. */
async function visitUnder(conditions: Conditions, bench: Bench): Promise<Measured> {
  const measured: Measured = { figures: new Map(), failures: new Map() }
  for (let round = 0; round <= bench.runs; round++) {
    console.error(`bench: ${bench.name}, ${conditions.name}, round ${round} of ${bench.runs}`)
    for (const contender of bench.contenders) {
      if (contender.isRival && round % rivalsEvery) continue
      const seen = await visitOnce(contender, conditions, bench)
      if (round) keep(measured, contender, { round, ...seen }, await bench.classify(seen.frames))
    }
  }
  return measured
}

function keep(
  { figures, failures }: Measured,
  contender: Contender,
  seen: Visit & { round: number },
  sights: Sights,
) {
  const { name } = contender
  const lacking = wantedOf(contender).filter(({ type }) => !seen.changes.includes(type))
  if (lacking.length)
    failures.set(name, [...(failures.get(name) ?? []), lacking.map(({ type }) => type).join(', ')])
  else figures.set(name, [...(figures.get(name) ?? []), figuresOf(seen, sights)])
}

function visitOnce(contender: Contender, conditions: Conditions, { browser, site }: Bench): Promise<Visit> {
  site.network.become(conditions)
  return visit(browser, site.urlOf(contender), conditions, wantedOf(contender))
}

const wantedOf = ({ isUntouched }: Contender) => (isUntouched ? [] : items)
