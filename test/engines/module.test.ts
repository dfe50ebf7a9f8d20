import { expect } from 'vitest'
import { nonce } from '../support/tag.ts'
import { test } from '../support/visit.ts'

declare global {
  interface Window {
    heard: unknown[]
    module: typeof import('../../snippet/module.ts')
  }
}

test('the ES module starts nothing by itself, and all when it is told to', async ({ visit }) => {
  const page = await visit({
    tag: 'none',
    query: () => '',
    body: `<h1>Welcome</h1><script type="module" nonce="${nonce}">
      import * as module from '{{motif}}/motif.js'
      window.heard = []
      module.on('applied', ({ applied }) => window.heard.push(applied))
      window.module = module
    </script>`,
    content: [{ selector: 'h1', type: 'text', payload: 'Hello Ada' }],
  })
  await page.until(() => window.module)
  expect(page.requests.filter(({ path }) => path.startsWith('/p/'))).toEqual([])
  expect(await page.run(() => typeof window.module.version)).toBe('string')
  await page.run((pattern) => window.module.start({ pattern }), page.pattern)
  await page.until(() => document.querySelector('h1')?.textContent === 'Hello Ada')
  await page.until(() => window.heard.length > 0)
  expect(await page.run(() => window.heard[0])).toEqual([0])
  await page.run(() => window.module.stop())
  expect(await page.text('h1')).toBe('Welcome')
  expect(await page.complaints()).toEqual([])
})
