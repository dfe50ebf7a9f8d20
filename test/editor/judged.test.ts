import { build } from 'esbuild'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { createJudge } from '../../editor/selectors/judge-selectors.ts'
import { launchChromium } from '../support/browsers/chromium.ts'
import { startLocalServer } from '../support/local-server.ts'

declare const judging: { createJudge: typeof createJudge }

const policy =
  "default-src 'self'; script-src 'nonce-bW90aWY' 'strict-dynamic'; require-trusted-types-for 'script'; trusted-types motif dompurify"
const html = `<!doctype html><html><head><link rel="stylesheet" href="/looks.css"></head><body>
<script nonce="bW90aWY">document.documentElement.dataset.ran = 'yes'; fetch('/count')</script>
<main><section class="hero"><h1>Hello</h1><p class="lead">All of it</p></section></main></body></html>`
const looks = '@media (max-width: 500px) { .lead { display: none } }'

let browser: Browser
let script = ''

beforeAll(async () => {
  browser = await launchChromium()
  const { outputFiles } = await build({
    entryPoints: ['editor/selectors/judge-selectors.ts'],
    bundle: true,
    format: 'iife',
    globalName: 'judging',
    write: false,
  })
  script = `${outputFiles[0]?.text};globalThis.judging = judging`
})

afterAll(() => browser?.close())

/** What becomes of two selectors of the lead: its class, and a class that an extension added. */
async function judged(page: Page) {
  await page.evaluate(() => document.querySelector('.lead')?.classList.add('added'))
  await page.evaluate(script)
  return page.evaluate(() => {
    const lead = document.querySelector('.lead') as Element
    const candidates = ['.added', '.lead'].map((selector) => ({
      selector,
      matches: 1,
      why: 'So.',
      isByPlace: false,
    }))
    const judge = judging.createJudge(new AbortController().signal)
    return judge(lead, candidates, AbortSignal.timeout(20_000))
  })
}

test('selectors are judged by the page as it is sent and on a telephone, under a strict policy, and nothing of it runs', async () => {
  await using site = await startLocalServer((request, response) => {
    const isStyle = request.path === '/looks.css'
    response.writeHead(200, {
      'content-type': isStyle ? 'text/css' : 'text/html',
      'content-security-policy': policy,
    })
    response.end(isStyle ? looks : html)
  })
  const page = await browser.newPage()
  await page.goto(site.url)
  const all = await judged(page)
  expect(all.map(({ selector, isStable }) => [selector, isStable])).toEqual([
    ['.lead', true],
    ['.added', false],
  ])
  expect(all[1]?.why).toContain('It does not find it after a reload.')
  expect(all[0]?.why).toContain('The element is not shown on a telephone.')
  expect(await page.locator('iframe').count()).toBe(0)
  expect(site.received.filter(({ path }) => path === '/count')).toHaveLength(1)
  await page.close()
})
