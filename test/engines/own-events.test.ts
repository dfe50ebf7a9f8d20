import { expect } from 'vitest'
import { nonce } from '../support/tag.ts'
import { test } from '../support/visit.ts'

const broken: Record<string, [head: string, body: string]> = {
  'whose CustomEvent is its own': [
    `<script nonce="${nonce}">class CustomEvent { constructor(name) { this.name = name } }</script>`,
    '',
  ],
  'with an image named dispatchEvent': ['', '<img name="dispatchEvent" alt="">'],
}

test.for(Object.entries(broken))('a page %s is measured', async ([, [head, more]], { visit }) => {
  const page = await visit({
    head,
    body: `${more}<h1>Welcome</h1>`,
    content: [{ selector: 'h1', type: 'text', payload: 'Hello Ada' }],
    analytics: [{ id: 'seen', selector: 'h1', type: 'view' }],
  })
  await page.until(() => document.querySelector('h1')?.textContent === 'Hello Ada')
  await expect.poll(() => page.batches.flatMap(({ events }) => events)).toMatchObject([{ item: 'seen' }])
  expect(page.batches[0]).toMatchObject({ report: { applied: [0] } })
})
