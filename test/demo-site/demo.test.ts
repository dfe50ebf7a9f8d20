import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { launchChromium } from '../support/browsers/chromium.ts'
import { type Demo, startDemo } from '../support/demo.ts'

/** What the three prospects read, the element that says so, and their picture. */
const pages = {
  launch: {
    heading: '#hero h1',
    picture: '#hero .scene',
    titles: [
      'Know which three hours the sea will give you.',
      'Die Böe kennen, bevor der Kran sie spürt.',
      'Know where the frost will lie tonight.',
    ],
  },
  app: {
    heading: '#overview h1',
    picture: '.sheet img',
    titles: [
      'Sixteen foundations, to the nearest two centimetres.',
      'Jede Box am Kai, gezählt vor sechs Uhr.',
      'Every row on the slope, and what it lacks.',
    ],
  },
} as const
type Name = keyof typeof pages
const names = Object.keys(pages) as Name[]
const pictures = ['wind-energy', 'shipping', 'winemaking']

const dataDir = mkdtempSync(join(tmpdir(), 'motif-demo-test-'))
let browser: Browser
let demo: Demo

beforeAll(async () => {
  browser = await launchChromium()
  demo = await startDemo({ DATA_DIR: dataDir })
})

afterAll(async () => {
  await browser.close()
  await demo[Symbol.asyncDispose]()
  rmSync(dataDir, { recursive: true, force: true })
})

test.each(names)(
  'the %s page is as its marketer made it without a pattern, and personal for three',
  async (name) => {
    const { heading, picture, titles } = pages[name]
    const [plain, ...links] = demo.linksTo(name)
    const asItIs = await open(plain)
    await asItIs.page.waitForSelector(heading)
    expect(await asItIs.page.getAttribute(picture, 'src')).toContain(`/${name}/img/anywhere.svg`)
    expect(asItIs.complaints).toEqual([])
    for (const [index, link] of links.entries()) {
      const { page, complaints } = await open(link)
      const report = await page.evaluate('motif.ready')
      expect(report).toMatchObject({ missing: [], refused: [], contested: [] })
      expect(await page.textContent(heading)).toBe(titles[index])
      expect(await page.getAttribute(picture, 'src')).toContain(`/${name}/img/${pictures[index]}.svg`)
      expect(complaints).toEqual([])
    }
  },
)

test('the launch page comes personal from the edge, without scripts', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  // On a busy machine the record may come later than the edge waits.
  const read = async () => {
    await page.goto(demo.edgeLinkTo('launch'))
    return page.textContent(pages.launch.heading)
  }
  await expect.poll(read).toBe(pages.launch.titles[0])
})

test('it prints a link that signs in, ends on Ctrl-C, and runs again on its data and on ports that are free', async () => {
  const patterns = patternsOf(demo)
  expect(new Set(patterns).size).toBe(6)
  expect((await fetch(/http:\S+\/console\S*/.exec(demo.text)?.[0] ?? '')).status).toBe(200)
  expect(await demo.stop()).toBe(0)
  const taken = await takePort()
  await using again = await startDemo({ DATA_DIR: dataDir, PORT: taken, DEMO_PORT: taken })
  expect(patternsOf(again)).toEqual(patterns)
  expect(again.text).toContain(`Port ${taken} is taken`)
  expect(await again.stop('group')).toBe(0)
})

/** Opens a link in its own tab and keeps whatever goes wrong there. */
async function open(url = ''): Promise<{ page: Page; complaints: string[] }> {
  const complaints: string[] = []
  const page = await browser.newPage()
  onTestFinished(() => page.close())
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.goto(url)
  return { page, complaints }
}

function patternsOf(demo: Demo): string[] {
  const links = names.flatMap((name) => demo.linksTo(name).slice(1))
  return links.map((link) => new URL(link).searchParams.get('pattern') ?? '')
}

/** A port that somebody else listens on, until the test is over. */
async function takePort(): Promise<string> {
  const server = createServer()
  onTestFinished(() => void server.close())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return String(address && typeof address === 'object' ? address.port : 0)
}
