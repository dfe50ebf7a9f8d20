import { readFileSync } from 'node:fs'
import type { Page } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import { amountsOf, fillConsole } from './fill.ts'
import { consoleOf, evaluate, type OpenOptions } from './opened.ts'

const motif = consoleOf('looks')
const axe = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')

const screens = [
  '',
  '/campaigns',
  '/campaigns?new=1',
  '/people',
  '/people?tab=links',
  '/templates',
  '/templates/launch',
  '/templates/launch?tab=yaml',
  '/templates/launch?tab=history',
  '/templates/launch?tab=tag',
  '/settings',
]

beforeAll(async () => {
  await fillConsole({ ...motif().service, request: motif().request }, { ...amountsOf(6), webhooks: 1 })
  const email = 'hubert.wolfeschlegelsteinhausenbergerdorff@a-rather-long-name.example.com'
  await motif().request('POST', '/v1/members', { body: { name: 'Hubert', email, role: 'admin' } })
}, 60_000)

/** What axe-core finds wrong for people who see, hear or move otherwise. */
async function violations(page: Page): Promise<unknown> {
  await evaluate(page, `${axe};0`)
  return evaluate(
    page,
    'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]))',
  )
}

async function look(
  options: OpenOptions,
  check: (page: Page, screen: string) => Promise<void>,
): Promise<void> {
  const campaigns = await motif().request<{ campaigns: { id: string; people: number }[] }>(
    'GET',
    '/v1/campaigns',
  )
  const people = await motif().request<{ prospects: { id: string }[] }>('GET', '/v1/prospects?limit=1')
  const campaign = `/campaigns/${campaigns.body.campaigns.find((each) => each.people > 0)?.id}`
  const person = `/people/${people.body.prospects[0]?.id}`
  await using opened = await motif().open('/console', options)
  const { page } = opened
  const ofCampaign = ['', '?tab=problems', '?tab=gaps', '?tab=figures'].map((tab) => campaign + tab)
  for (const screen of [...screens, person, ...ofCampaign]) {
    await page.goto(`${motif().service.url}/console${screen}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('load')
    await expect.poll(() => page.locator('.loading').count()).toBe(0)
    await check(page, screen)
  }
}

/** Each width and each scheme once; each with each in `npm run test:long -- looks`. */
const looks = [
  [1280, 'light'],
  [390, 'dark'],
  ...(process.env.LOOKS === 'all'
    ? ([
        [1280, 'dark'],
        [390, 'light'],
      ] as const)
    : []),
] as const

/** A dozen screens one after the other, on a busy machine. */
const timeout = 180_000

describe('whoever looks', { timeout }, () => {
  for (const [width, colorScheme] of looks)
    test(`axe finds nothing on any screen at ${width} px, ${colorScheme}, and nothing is wider than the window`, () =>
      look({ width, colorScheme }, async (page, screen) => {
        expect([screen, await violations(page)]).toEqual([screen, []])
        expect([screen, await tooWide(page)]).toEqual([screen, 0])
        expect.soft([screen, await evaluate(page, `(${brokenWords})()`)]).toEqual([screen, []])
      }))

  test('at 200 % zoom nothing is wider than the window either, and who wants no motion gets none', () =>
    look({ width: 1280, zoom: 2, reducedMotion: 'reduce' }, async (page, screen) => {
      expect([screen, await tooWide(page)]).toEqual([screen, 0])
      expect([screen, await evaluate(page, 'document.getAnimations().length')]).toEqual([screen, 0])
    }))
})

const tooWide = (page: Page) => evaluate(page, 'document.documentElement.scrollWidth - innerWidth')

/** The words that go on in another line, in their middle; not the longest ones, nor code and ids. Runs in the page. */
function brokenWords(): string[] {
  const broken: string[] = []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT, (text) =>
    text.parentElement?.closest('pre') ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  )
  const range = document.createRange()
  for (let text = texts.nextNode(); text; text = texts.nextNode())
    for (const { 0: word, index } of text.nodeValue?.matchAll(/[\p{Letter}\p{Number}]{2,}/gu) ?? []) {
      range.setStart(text, index)
      range.setEnd(text, index + word.length)
      const lines = new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom)))
      const ofAnId = /\p{Letter}/u.test(word) && /\p{Number}/u.test(word)
      if (lines.size > 1 && word.length <= 20 && !ofAnId) broken.push(word)
    }
  return broken
}
