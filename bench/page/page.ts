import type { Browser } from 'playwright'
import { launchChromium } from '../../test/support/browsers/chromium.ts'
import { createClassifier, type Sight } from '../../test/support/sight/classify.ts'
import type { Frame } from '../../test/support/sight/film.ts'
import { type Contender, served, untouched, withoutRivals } from '../contenders.ts'
import { median, type PartOptions, type PartResult, type Row, show, showSpread } from '../report.ts'
import { alloy, growthbook, posthog } from '../rivals.ts'
import { items, regions } from './landing.ts'
import { slow4g, unthrottled } from './network.ts'
import { type Site, startSite } from './site.ts'
import { type Visit, viewport, visit } from './visit.ts'

const rivals = [growthbook, posthog, alloy]
/** In this order they are visited in each round, and shown. */
const contenders = [...withoutRivals, ...rivals]
/** Rivals are visited in every third round: fewer visits are enough for them. */
const rivalsEvery = 3

/** The figures of one visit. */
interface Figures extends Omit<Visit, 'frames' | 'changes'> {
  round: number
  /** The first recorded frame with the personalised headline; for the untouched page, with its own. */
  personalisedMs: number
  /** How long the original headline or picture was visible. */
  originalMs: number
  originalPictureMs: number
}

type Sights = Record<'headline' | 'picture', Sight[]>

/** Measures paint, flicker and cost on one page for all contenders, in rounds, so that a busy moment affects all of them. */
export async function measure({ runs }: PartOptions): Promise<PartResult> {
  await using site = await startSite(contenders)
  const browser = await launchChromium({ args: ['--disable-blink-features=AutomationControlled'] })
  try {
    const sightsOf = await learnSights(browser, site)
    const rows: Row[] = []
    for (const conditions of [unthrottled, slow4g]) {
      const all = new Map<string, Figures[]>()
      // The first round warms up and does not count.
      for (let round = 0; round <= runs; round++) {
        console.error(`bench: page, ${conditions.name}, round ${round} of ${runs}`)
        for (const contender of contenders) {
          if (rivals.includes(contender) && round % rivalsEvery) continue
          site.network.become(conditions)
          const wanted = wantedOf(contender)
          const seen = await visit(browser, site.urlOf(contender), conditions, wanted)
          const lacking = wanted.filter(({ type }) => !seen.changes.includes(type)).map(({ type }) => type)
          if (lacking.length) console.error(`bench: ${contender.name} ended without ${lacking.join(', ')}`)
          else if (round) {
            const figures = figuresOf(seen, round, await sightsOf(seen.frames))
            all.set(contender.name, [...(all.get(contender.name) ?? []), figures])
          }
        }
      }
      rows.push(...rowsOf(all, conditions.name))
    }
    return { rows, note }
  } finally {
    await browser.close()
  }
}

const wantedOf = (contender: Contender) => (contender === untouched ? [] : items)

/** What each frame shows, of the headline and of the picture, beside the untouched page and the one served personalised. */
async function learnSights(browser: Browser, site: Site) {
  const last = async (contender: Contender) => {
    const { frames } = await visit(browser, site.urlOf(contender), unthrottled, wantedOf(contender))
    const frame = frames.at(-1)
    if (!frame) throw new Error('Chromium recorded no frames.')
    return frame
  }
  const known = { originals: [await last(untouched)], personalised: await last(served) }
  const classifierOf = (region: (typeof regions)['headline']) =>
    createClassifier(browser, { ...known, region, pageWidth: viewport.width })
  const [ofHeadline, ofPicture] = [await classifierOf(regions.headline), await classifierOf(regions.picture)]
  return async (frames: Frame[]) => ({ headline: await ofHeadline(frames), picture: await ofPicture(frames) })
}

function figuresOf({ frames, changes: _, ...rest }: Visit, round: number, sights: Sights): Figures {
  const { headline, picture } = sights
  const first = headline.indexOf(headline.includes('personalised') ? 'personalised' : 'original')
  return {
    ...rest,
    round,
    personalisedMs: frames[first]?.atMs ?? Number.NaN,
    originalMs: originalMs(frames, headline),
    originalPictureMs: originalMs(frames, picture),
  }
}

/** A frame is visible until the next one. The original may come back, so all frames count. */
function originalMs(frames: Frame[], sights: Sight[]): number {
  if (!sights.includes('personalised')) return 0
  const stood = frames.map(({ atMs }, at) => (frames[at + 1]?.atMs ?? atMs) - atMs)
  return stood.reduce((sum, ms, at) => (sights[at] === 'original' ? sum + ms : sum), 0)
}

function rowsOf(all: Map<string, Figures[]>, conditions: string): Row[] {
  const row = (what: string, toReach: string, tell: (own: Figures[], name: string) => string): Row => ({
    what: `${what}, ${conditions}`,
    toReach,
    figures: Object.fromEntries([...all].map(([name, own]) => [name, tell(own, name)])),
  })
  const values = (own: Figures[], key: keyof Figures) => own.map((one) => one[key])
  const spread = (own: Figures[], key: keyof Figures) => showSpread(values(own, key), 'ms')
  const added = (own: Figures[], key: keyof Figures) => {
    const untouchedHas = median(values(all.get(untouched.name) ?? [], key))
    return show(Math.round((median(values(own, key)) - untouchedHas) * 1000) / 1000, '')
  }
  return [
    row('personalised paint', '≤ 1.05 × hand-written; edge ≤ 1.03 × served', (own, name) => {
      const beside = contenders.find((one) => one.name === name)?.beside
      const paints = spread(own, 'personalisedMs')
      return beside ? `${paints} = ${multiple(own, all.get(beside) ?? [])} ×` : paints
    }),
    row('original text visible', '0 ms', (own) => spread(own, 'originalMs')),
    row('original picture visible', '0 ms', (own) => spread(own, 'originalPictureMs')),
    row('layout shift added', '0', (own) => added(own, 'cls')),
    row('long tasks added', '0', (own) => added(own, 'longTasks')),
    row('requests added', '', (own) => added(own, 'requests')),
  ]
}

/** The median of the ratios of visits of the same round, because the machine was in the same state. */
function multiple(visits: Figures[], beside: Figures[]): string {
  const ratios = visits.flatMap(({ round, personalisedMs }) =>
    beside.filter((other) => other.round === round).map((other) => personalisedMs / other.personalisedMs),
  )
  return median(ratios).toFixed(2)
}

const note =
  'One landing page (a style sheet, a picture of 20 KB, 20 sections) in Chromium with an empty cache. Each round visits every contender, rivals in every third. Paint and visible text are read from recorded frames; × is the median of the ratios of visits of the same round. Slow 4G is a delaying proxy in front of every server: 150 ms a round trip, 450 ms before the first byte to a new origin, and Chromium’s own throttling to 1.6 Mbit/s and a quarter of the processor. Each contender has its own origin besides the page’s and makes the same four changes (text, src, href, html), which are checked at the end of every visit. Hand-written is an inline fetch-and-replace for this page alone; Motif is the real service.'
