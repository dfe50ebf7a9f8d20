import { describe, expect } from 'vitest'
import type { ContentItem } from '../../wire/record.ts'
import { bundleClient, type Framework } from '../support/frameworks.ts'
import { click, expectOwnPage, homeContent, isCount, isHomeApplied, pictures } from '../support/hydration.ts'
import { type Scenario, test, type Visit } from '../support/visit.ts'

const content: ContentItem[] = [...homeContent, { selector: 'h2', type: 'text', payload: 'Read on, Ada' }]

const isArticleApplied = () =>
  document.querySelector('h2')?.textContent === 'Read on, Ada' && !document.querySelector('#home')
describe.each(['react', 'vue', 'svelte'] as const)('%s', (framework) => {
  test('a page rendered in the browser, that renders again and changes its route', async ({ visit }) => {
    const page = await visit(await scenarioOf(framework))
    await useThePage(page)
    expect(await page.complaints()).toEqual([])
  })
})

async function scenarioOf(framework: Framework): Promise<Scenario> {
  return {
    content,
    body: `<div id="app"></div><script src="/app.js" defer></script>`,
    assets: {
      '/app.js': { body: await bundleClient(framework) },
      ...pictures,
    },
  }
}

/** What a visitor does there; the page must go on working and stay personalised, and `stop` must give it back. */
async function useThePage(page: Visit) {
  await page.until(isHomeApplied)
  for (const count of [1, 2, 3]) {
    await page.run(click, '#again')
    await page.until(isCount, count)
    await page.until(isHomeApplied)
  }
  await page.run(click, '#to-article')
  await page.until(isArticleApplied)
  await page.run(click, '#again')
  await page.until(isCount, 4)
  await page.until(isArticleApplied)
  await page.run(click, '#to-home')
  await page.until(isHomeApplied)
  await page.run(click, '#again')
  await page.until(isCount, 5)
  await page.until(isHomeApplied)
  await page.run(() => motif.stop())
  await expectOwnPage(page, 5)
  await page.run(click, '#again')
  await page.until(isCount, 6)
  await expectOwnPage(page, 6)
}
