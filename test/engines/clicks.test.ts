import { expect } from 'vitest'
import { test } from '../support/visit.ts'

const body = `<section id="outer"><button id="button"><b id="inside">Go</b></button></section>
<label id="label">Label, a long one <input id="box" type="checkbox"></label>
<label id="plain">Plain, a long one <input id="other" type="checkbox"></label>`

test('a click counts for the innermost tracked element, and of a label once', async ({ visit }) => {
  const clickOf = (selector: string) => ({ id: selector, selector, type: 'click' as const })
  const analytics = ['#outer', '#button', '#label', '#box', '#other'].map(clickOf)
  const content = [{ selector: '#inside', type: 'text' as const, payload: 'Begin' }]
  const page = await visit({ body, analytics, content })
  await expect.poll(() => page.batches.length).toBeGreaterThan(0)
  const counted = () => page.batches.flatMap(({ events }) => events.map(({ item }) => item))
  for (const selector of ['#inside', '#label', '#plain', '#box']) await page.click(selector)
  await expect.poll(counted).toEqual(['#button', '#label', '#other', '#box'])
})
