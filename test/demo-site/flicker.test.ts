import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PageRecord } from '../../wire/record.ts'
import { launchChromium } from '../support/browsers/chromium.ts'
import { type Demo, startDemo } from '../support/demo.ts'
import { serveInPieces } from '../support/in-pieces.ts'
import { createClassifier } from '../support/sight/classify.ts'
import type { Frame } from '../support/sight/film.ts'
import { readContent } from '../support/sight/own-content.ts'
import { readPage } from '../support/sight/read-page.ts'
import { type SlowVisitOptions, visitSlowly } from './slow-visit.ts'

/** The short form does not wait until the campaigns have had their visits, which makes the machine busier. */
const isShort = process.env.FLICKER === 'short'
const pages = ['launch', 'article', 'app'] as const
const windows = Object.entries({
  'a computer': { width: 1280, height: 800 },
  'a telephone': { width: 390, height: 844 },
})

const dataDir = mkdtempSync(join(tmpdir(), 'motif-flicker-'))
let browser: Browser
let demo: Demo

beforeAll(async () => {
  browser = await launchChromium()
  demo = await startDemo({ DATA_DIR: dataDir })
  if (!isShort) await demo.untilPlayed()
}, 600_000)

afterAll(async () => {
  await browser.close()
  await demo.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

describe.each(pages)('the %s page by a slow network on a slow processor', (name) => {
  test.each(windows)(
    'shows nothing of its own where the record says otherwise, and does not move, on %s',
    async (_, viewport) => {
      await using page = await look(name, viewport)
      for (const url of page.urls) {
        const { ownFrames, sights, addedShift, moved } = await page.see(url, {})
        expect(ownFrames).toEqual({})
        expect(addedShift, moved.join('\n')).toBeLessThanOrEqual(0)
        expect(sights).not.toContain('original')
        expect(sights.at(-1)).toBe('personalised')
      }
    },
    240_000,
  )
})

// Where the browser paints a page that has come in part is chance: these pages may be cut anywhere.
describe.each(pages)('the %s page, if it comes tag by tag', (name) => {
  test.each(windows)(
    'does not move, as it is and for a prospect, on %s',
    async (_, viewport) => {
      const links = demo.linksTo(name)
      await using pieces = await serveInPieces(`${links[0]}`)
      const visits = links.map(async (url) => {
        const page = await browser.newPage({ viewport })
        await page.goto(url.replace(new URL(url).origin, pieces.url))
        await page.evaluate(() => window.motif?.ready)
        const { moved } = await page.evaluate(readPage)
        await page.close()
        return moved
      })
      expect((await Promise.all(visits)).flat()).toEqual([])
    },
    60_000,
  )
})

// The app is left out: what it renders by itself comes after the record.
describe.each(['launch', 'article'] as const)('the %s page, if nothing were hidden', (name) => {
  test('would show its own', async () => {
    await using page = await look(name, { width: 1280, height: 800 })
    const { ownFrames, sights } = await page.see(`${page.urls[0]}`, { withoutHiding: true })
    expect(ownFrames).not.toEqual({})
    expect(sights).toContain('original')
  }, 240_000)
})

/** A page of the demo, and what visitors get to see of it who come by its links. */
async function look(name: (typeof pages)[number], viewport: SlowVisitOptions['viewport']) {
  const [plainUrl = '', ...urls] = demo.linksTo(name)
  const plain = await visitSlowly(browser, plainUrl, { viewport })
  const unpictured = await visitSlowly(browser, plainUrl, { viewport, withoutPictures: true })
  const region = await plain.page.locator('h1').boundingBox()

  async function see(url: string, options: Partial<SlowVisitOptions>) {
    const { content } = await readRecord(url)
    const own = await plain.page.evaluate(readContent, content)
    const visit = await visitSlowly(browser, url, { viewport, own, ...options })
    const shown = await visit.page.evaluate(readContent, content)
    const kept = own.filter((one, index) => `${one.shown}` === `${shown[index]?.shown}`)
    for (const { selector, type } of kept) delete visit.ownFrames[`${selector} ${type}`]
    const [personalised, ...originals] = [visit, plain, unpictured].map(({ frames }) => lastOf(frames))
    const classify = await createClassifier(browser, {
      originals,
      personalised: personalised as Frame,
      region: region ?? expect.fail('The page has no headline.'),
      pageWidth: viewport.width,
    })
    const sights = await classify(visit.frames)
    await visit.page.context().close()
    return {
      ownFrames: visit.ownFrames,
      sights,
      addedShift: visit.shift - plain.shift,
      moved: visit.moved,
    }
  }

  return {
    urls,
    see,
    [Symbol.asyncDispose]: async () => {
      await plain.page.context().close()
      await unpictured.page.context().close()
    },
  }
}

/** The record behind a link of the demo, from the service that the demo prints. */
async function readRecord(url: string): Promise<PageRecord> {
  const [service] = /http:\/\/\S+(?=\/console)/.exec(demo.text) ?? []
  const answer = await fetch(`${service}/p/${new URL(url).searchParams.get('pattern')}`)
  return (await answer.json()) as PageRecord
}

function lastOf(frames: Frame[]): Frame {
  return frames.at(-1) ?? expect.fail('Chromium recorded no frames.')
}
