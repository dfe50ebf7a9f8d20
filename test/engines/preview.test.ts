import { expect } from 'vitest'
import { nonce } from '../support/tag.ts'
import { test } from '../support/visit.ts'

const panelText = () => document.querySelector('motif-preview')?.shadowRoot?.textContent ?? ''

test('the preview shows what is applied and measured, and sends nothing', async ({ visit }) => {
  const page = await visit({
    query: (pattern) => `?pattern=${pattern}&motif-preview`,
    headers: {
      'content-security-policy': `script-src 'nonce-${nonce}' 'strict-dynamic'; style-src 'self'; require-trusted-types-for 'script'`,
    },
    body: '<h1>Welcome</h1><p><a class="cta">Buy</a></p>',
    content: [
      { selector: 'h1', type: 'text', payload: 'Hello Ada' },
      { selector: '.none', type: 'text', payload: 'Nobody' },
      { selector: 'a', type: 'href', payload: 'javascript:ran=1' },
    ],
    analytics: [
      { id: 'title', selector: 'h1', type: 'view' },
      { id: 'buy', selector: '.cta', type: 'click' },
    ],
  })
  await page.until(() => document.querySelector('h1')?.textContent === 'Hello Ada')
  await page.until(() => {
    const states = document.querySelector('motif-preview')?.shadowRoot?.querySelectorAll('.state') ?? []
    return [...states].map(({ textContent }) => textContent).join() === 'applied,waiting,refused'
  })
  await page.click('.cta')
  await page.until(
    () => document.querySelector('motif-preview')?.shadowRoot?.textContent?.includes('1 click') === true,
  )
  await page.until(
    () => document.querySelector('motif-preview')?.shadowRoot?.textContent?.includes('viewed') === true,
  )
  expect(await page.run(panelText)).toContain('Not sent')
  expect(page.requests.filter(({ path }) => path === '/e')).toEqual([])
  expect(await page.complaints()).toEqual([])
  await page.run(() => motif.stop())
  expect(await page.run(() => document.querySelector('motif-preview'))).toBeNull()
})

test('it is over a dialog and hears its clicks; a look at an item counts as no click', async ({ visit }) => {
  const page = await visit({
    query: (pattern) => `?pattern=${pattern}&motif-preview`,
    before: () => addEventListener('load', () => document.querySelector('dialog')?.showModal()),
    body: '<dialog><h1>Welcome</h1></dialog><ul><li>One</li><li>Two</li></ul>',
    content: [{ selector: 'li', type: 'text', payload: 'Hello Ada' }],
    analytics: [{ id: 'all', selector: 'body', type: 'click' }],
  })
  await page.until(() => document.querySelector('dialog motif-preview') !== null)
  const point = await page.until(() => {
    const row = document.querySelector('motif-preview')?.shadowRoot?.querySelector('.choose')
    const { left, top, width, height } = (row as Element).getBoundingClientRect()
    return width && [left + width / 2, top + height / 2]
  })
  await page.clickAt(...(point as [number, number]))
  await page.until(
    () => document.querySelector('motif-preview')?.shadowRoot?.querySelector('.outline') instanceof Element,
  )
  expect(await page.run(panelText)).toContain('0 clicks')
  expect(await page.run(panelText)).toContain('2×')
  await page.run(() => motif.stop())
  expect(await page.complaints()).toEqual([])
})
