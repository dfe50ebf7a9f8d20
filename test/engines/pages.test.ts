import { readFileSync } from 'node:fs'
import { describe, expect } from 'vitest'
import type { ContentItem } from '../../wire/record.ts'
import { hiddenOf, waitForFrames } from '../support/frames.ts'
import { tagOf } from '../support/tag.ts'
import { type Scenario, test } from '../support/visit.ts'

declare global {
  interface Window {
    /** Whether the page's own scripts have done what they do when it begins. */
    isDone: boolean
  }
}

const svg = { body: '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"/>' }

const content: ContentItem[] = [
  { selector: 'h1', type: 'text', payload: 'Made for Acme, Ada' },
  { selector: '.lead', type: 'html', payload: 'All that <b>Acme</b> needs' },
  { selector: '.cta', type: 'href', payload: '/acme' },
  { selector: '.cta', type: 'text', payload: 'Begin, Ada' },
  { selector: '.shot', type: 'src', payload: '/new.svg' },
]

const mainOf = () => document.querySelector('main')?.innerHTML ?? ''
const isPersonal = () =>
  document.querySelector<HTMLElement>('main')?.innerText.replace(/\s+/g, ' ').trim() ===
    'Made for Acme, Ada All that Acme needs Begin, Ada' &&
  document.querySelector('.cta')?.getAttribute('href') === '/acme' &&
  document.querySelector('.shot')?.getAttribute('src') === '/new.svg'

const tags = {
  snippet: tagOf('snippet', '{{motif}}'),
  inline: tagOf('inline', '{{motif}}', { 'data-hide': 'h1,.lead,.cta,.shot', 'data-timeout': '8000' }),
}

describe.each(['consent-tool', 'tag-manager', 'rocket-loader'])('a tag by a %s', (name) => {
  test.for(['snippet', 'inline'] as const)(
    'makes the page personal and gives it back: %s',
    async (tag, { visit }) => {
      const page = await visit(scenarioOf(name, tags[tag]))
      await page.until(() => window.isDone)
      await page.until(isPersonal)
      await page.run(waitForFrames, 20)
      expect(await page.run(isPersonal)).toBe(true)
      expect(await page.run(hiddenOf, ['h1', '.lead', '.cta', '.shot'])).toEqual([])
      await expect
        .poll(() => page.batches.findLast(({ report }) => report)?.report)
        .toMatchObject({ refused: [], contested: [] })
      await page.run(() => motif.stop())
      const own = await visit({ ...scenarioOf(name, ''), query: () => '' })
      await own.until(() => window.isDone)
      expect(await page.run(mainOf)).toBe(await own.run(mainOf))
      expect(await page.complaints()).toEqual([])
    },
  )
})

/** A page of `test/fixtures/pages`, with the tag where it has `{{tag}}`. */
function scenarioOf(name: string, tag: string): Scenario {
  const html = readFileSync(`test/fixtures/pages/${name}.html`, 'utf8')
  const [head = '', body = ''] = html.split(/<\/head>\s*<body>/)
  return {
    tag: 'none',
    head: head.replace(/^[\s\S]*?<head>/, '').replace('{{tag}}', () => tag),
    body: body.replace(/<\/body>[\s\S]*/, ''),
    assets: { '/old.svg': svg, '/new.svg': svg },
    content,
    waitUntil: 'none',
  }
}
