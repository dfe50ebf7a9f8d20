import { existsSync, globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { build } from 'esbuild'
import type { Page } from 'playwright'
import { launchAsVisitor } from '../page/browser.ts'
import type { PartResult, Row } from '../report/row.ts'
import type { inPage, Made, Maker, Outcome } from './in-page.ts'

const folder = 'test/fixtures/redesigns'

declare const selectorBench: typeof inPage

/** The outcome for one target's selectors. */
interface Fate {
  page: string
  isPublished: boolean
  target: string
  selectors: Record<Maker, string>
  outcomes: Record<Maker, Outcome>
}

/** Measures how many selectors still find their element, and nothing else, after a redesign. */
export async function measure(): Promise<PartResult> {
  const script = await bundle()
  const browser = await launchAsVisitor()
  try {
    const page = await browser.newPage()
    await page.route('**', (route) => route.abort())
    const fates: Fate[] = []
    for (const name of pageNames()) fates.push(...(await fatesOf(page, script, name)))
    return { rows: rowsOf(fates), measured: fates.map(kept), notes }
  } finally {
    await browser.close()
  }
}

function pageNames(): string[] {
  return globSync(`${folder}/*.before.html`)
    .map((file) => basename(file, '.before.html'))
    .sort()
}

async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: ['bench/selectors/in-page.ts'],
    bundle: true,
    format: 'iife',
    write: false,
  })
  return outputFiles[0]?.text ?? ''
}

async function fatesOf(page: Page, script: string, name: string): Promise<Fate[]> {
  const after = `${folder}/${name}.after.html`
  const isPublished = existsSync(after)
  await open(page, script, `${folder}/${name}.before.html`)
  const made: Made = await page.evaluate(() => selectorBench.make())
  await open(page, script, isPublished ? after : `${folder}/${name}.before.html`)
  await page.evaluate((name) => selectorBench.redesign(name), name)
  const outcomes = await page.evaluate((made) => selectorBench.judge(made), made)
  return Object.entries(made).map(([target, selectors]) => ({
    page: name,
    isPublished,
    target,
    selectors,
    outcomes: outcomes[target] as Record<Maker, Outcome>,
  }))
}

async function open(page: Page, script: string, file: string): Promise<void> {
  await page.setContent(await readFile(file, 'utf8'), { waitUntil: 'domcontentloaded' })
  await page.evaluate(script)
}

/** The form in `results.json`. */
function kept({ page, target, selectors, outcomes }: Fate): Record<string, string> {
  const told = Object.entries(selectors).map(([maker, css]) => [maker, `${outcomes[maker as Maker]}: ${css}`])
  return { target: `${page}: ${target}`, ...Object.fromEntries(told) }
}

function rowsOf(fates: Fate[]): Row[] {
  const published = fates.filter(({ isPublished }) => isPublished)
  const scripted = fates.filter(({ isPublished }) => !isPublished)
  return [
    rowOf('selectors that still find their element alone', 'more than the others', fates),
    rowOf('where the package published the later version', '', published),
    rowOf('where the redesign was written for the bench', '', scripted),
    wrongRow(fates),
  ]
}

function rowOf(what: string, toReach: string, fates: Fate[]): Row {
  const pages = new Set(fates.map(({ page }) => page)).size
  const told = (maker: Maker) => {
    const hits = fates.filter(({ outcomes }) => outcomes[maker] === 'hit').length
    return `${hits} of ${fates.length} (${Math.round((hits / fates.length) * 100)} %)`
  }
  return {
    what: `${what}, ${pages} pages`,
    toReach,
    figures: figuresBy(told),
  }
}

function wrongRow(fates: Fate[]): Row {
  const wrong = (maker: Maker) =>
    `${fates.filter(({ outcomes }) => ['another', 'among others'].includes(outcomes[maker])).length}`
  return {
    what: 'selectors that then find another element, too or instead',
    toReach: 'fewer than the others',
    figures: figuresBy(wrong),
  }
}

const figuresBy = (told: (maker: Maker) => string) => ({
  Motif: told('motif'),
  'Chrome’s “Copy selector”': told('chrome'),
  '@medv/finder': told('finder'),
})

const notes = [
  'Each contender gives a selector for every target (headline, lead, picture, link, headings …) of the page as it was; Motif its first proposal. A selector counts if `querySelectorAll` finds the same element, and no other, in the redesigned page.',
  'Pages: `test/fixtures/redesigns`. 18 are themes whose npm package published a later major version (or 1.2 after 1.0). The other 12 (themes, built apps with generated names, WordPress) were redesigned by `bench/selectors/redesigns.ts`, which gives a reason for each.',
  'The rules were written before the first run. After it (82 %), three were added that do not depend on a page: what follows a heading or a named sibling, a place right inside its parent, and no names of icons. The weights of some ranks were changed as well.',
  'Chrome’s algorithm is that of `front_end/panels/elements/DOMPath.ts`, reimplemented in `bench/selectors/chrome-selector.ts`; @medv/finder runs with its defaults except for its time limit.',
]
