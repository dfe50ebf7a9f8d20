import { describe, expect } from 'vitest'
import { missingInterfaces } from '../support/fault-pages.ts'
import { hiddenOf } from '../support/frames.ts'
import { test } from '../support/visit.ts'

describe.each(['snippet', 'inline'] as const)(
  'with the %s tag all is applied and measured without',
  (tag) => {
    test.for(Object.entries(missingInterfaces))('%s', async ([, before], { visit }) => {
      const svg = { body: '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>' }
      const page = await visit({
        tag,
        before,
        attributes: { 'data-hide': 'h1,.lead,img', 'data-timeout': '3000' },
        body: '<h1 id="head">Welcome</h1><p class="lead">Lead</p><div id="box">Old</div><img src="/old.svg" alt=""><main></main>',
        assets: { '/old.svg': svg, '/new.svg': svg },
        content: [
          { selector: '#head', type: 'text', payload: 'Hello Ada' },
          { selector: '.lead', type: 'text', payload: 'For Ada' },
          { selector: '#box', type: 'html', payload: '<b>New</b>' },
          { selector: 'img', type: 'src', payload: '/new.svg' },
        ],
        analytics: [{ id: 'seen', selector: 'h1', type: 'view' }],
      })
      await page.until(() => window.motif?.ready)
      expect((await page.run(() => motif.ready)).applied).toEqual([0, 1, 2, 3])
      await page.run(() => {
        setTimeout(() =>
          document.querySelector('main')?.insertAdjacentHTML('beforeend', '<p class="lead">Late</p>'),
        )
      })
      await page.until(() => document.querySelector('main')?.textContent === 'For Ada')
      expect(await page.text('h1')).toBe('Hello Ada')
      await expect.poll(() => page.batches.flatMap(({ events }) => events).length).toBe(1)
      if (await page.run(() => 'checkVisibility' in Element.prototype))
        expect(await page.run(hiddenOf, ['h1', '.lead', 'img'])).toEqual([])
      await page.run(() => motif.stop())
      expect(await page.text('body')).toMatch(/^\s*Welcome\s*Lead\s*Old\s*Late/)
      expect(await page.complaints()).toEqual([])
    })
  },
)
