import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser, Page } from 'playwright'
import { listenOn } from '../../../demo-site/listen.ts'
import { createSite } from '../../../demo-site/server.ts'
import { launchChromium } from '../../support/browsers/chromium.ts'
import { type Service, startService } from '../../support/service.ts'
import { createTemplatesDir } from '../../support/templates.ts'
import { amountsOf, fillConsole } from './fill.ts'
import { launchTemplate } from './opened.ts'
import { pictureRow } from './picture-row.ts'
import { type ConsoleScreen, screensOf, showScreen } from './screens.ts'

/**
 * `node test/browser/console/pictures.ts --things 60 --to FOLDER`: every screen of the console with so many things in it, wide and
 * narrow, light and dark, as PNG; when each was there, and what the browser's console says. `--only today,person` takes those screens
 * alone. With `--docs` those of `docs/console.md`: each screen's four in a row.
 */
const { values } = parseArgs({
  options: {
    things: { type: 'string', default: '60' },
    to: { type: 'string', default: 'pictures' },
    only: { type: 'string', default: '' },
    docs: { type: 'boolean', default: false },
  },
})
const things = Number(values.things)
const documented = ['today', 'campaigns', 'campaign', 'people', 'person', 'templates', 'template', 'settings']
const folder = values.docs ? 'docs/images' : values.to
mkdirSync(folder, { recursive: true })

const site = await createSite(Promise.resolve(''))
const origin = `http://127.0.0.1:${await listenOn(site, '127.0.0.1', 0)}`
const pages = [`${origin}/launch`]
await using templates = await createTemplatesDir({
  launch: launchTemplate.replace('https://www.example.com', origin),
})
await using service = await startService({ TEMPLATES_DIR: templates.path })
await fillConsole(service, { ...amountsOf(things), pages })
for (const name of ['launch', 'webinar']) await service.request('GET', `/v1/templates/${name}/page`)
const browser = await launchChromium()
try {
  const screens = await screensOf(service)
  const taken = new Map(screens.map(({ name }) => [name, [] as Buffer[]]))
  for (const width of [1280, 390])
    for (const scheme of ['light', 'dark'] as const)
      for await (const [name, png] of take(screens, width, scheme)) taken.get(name)?.push(png)
  if (values.docs)
    for (const name of documented)
      writeFileSync(join(folder, `console-${name}.webp`), await pictureRow(browser, taken.get(name) ?? []))
} finally {
  await browser.close()
  site.close().closeAllConnections()
}

async function* take(
  screens: ConsoleScreen[],
  width: number,
  colorScheme: 'light' | 'dark',
): AsyncGenerator<[name: string, png: Buffer]> {
  const height = values.docs ? 900 : width === 390 ? 844 : 800
  const options = { viewport: { width, height }, colorScheme }
  const [page, stranger] = [await signedIn(browser, service, options), await open(browser, options)]
  for (const screen of screens) {
    const { name, isSignedOut = false } = screen
    if (values.docs && !documented.includes(name)) continue
    if (values.only && !values.only.split(',').includes(name)) continue
    const shown = isSignedOut ? stranger : page
    const began = performance.now()
    await showScreen(shown, service.url, screen)
    console.log(`${name} ${width} ${colorScheme}: ${Math.round(performance.now() - began)} ms`)
    // A dialog stands in the window, not in the middle of a long screen.
    const isWhole = things < 1000 && (await shown.locator('dialog[open]').count()) === 0
    // Chromium loads and draws no frame that is outside of the window.
    const whole = await shown.evaluate(() => document.documentElement.scrollHeight)
    if (isWhole) await shown.setViewportSize({ width, height: whole })
    await shown.waitForFunction(() => !document.querySelector('iframe:not([data-is-loaded])'))
    await shown.waitForTimeout(500)
    if (values.docs) await shown.setViewportSize(options.viewport)
    const png = await shown.screenshot()
    await shown.setViewportSize(options.viewport)
    if (!values.docs) writeFileSync(join(folder, `${things}-${name}-${width}-${colorScheme}.png`), png)
    yield [name, png]
  }
  await Promise.all([page.context().close(), stranger.context().close()])
}

async function signedIn(of: Browser, { url, token }: Service, options: object): Promise<Page> {
  const page = await open(of, options)
  await page.context().request.post(`${url}/console/session`, { data: { token } })
  return page
}

async function open(of: Browser, options: object): Promise<Page> {
  const page = await (await of.newContext(options)).newPage()
  const note = '({ target }) => { if (target.dataset) target.dataset.isLoaded = "true" }'
  await page.addInitScript(`document.addEventListener('load', ${note}, true)`)
  const say = (text: string) => console.log(`${page.url()}: ${text}`)
  page.on('console', (message) => message.type() === 'error' && say(message.text()))
  page.on('pageerror', ({ message }) => say(message))
  return page
}
