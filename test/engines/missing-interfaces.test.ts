import { describe, expect } from 'vitest'
import { hiddenOf } from '../support/frames.ts'
import { test } from '../support/visit.ts'

/** What older browsers, and those with other habits, do not have: each taken away, and all is done without. */
const without: Record<string, () => void> = {
  'Map.groupBy': () => void Reflect.deleteProperty(Map, 'groupBy'),
  'constructed style sheets': () => {
    window.CSSStyleSheet = class {
      constructor() {
        throw new TypeError('Illegal constructor')
      }
    } as never
  },
  adoptedStyleSheets: () => void Reflect.deleteProperty(Document.prototype, 'adoptedStyleSheets'),
  checkVisibility: () => void Reflect.deleteProperty(Element.prototype, 'checkVisibility'),
  'AbortSignal.timeout': () => void Reflect.deleteProperty(AbortSignal, 'timeout'),
  'AbortSignal.any': () => void Reflect.deleteProperty(AbortSignal, 'any'),
  'what ECMAScript added of late': () => {
    Reflect.deleteProperty(Object, 'groupBy')
    Reflect.deleteProperty(Promise, 'withResolvers')
    Reflect.deleteProperty(Promise, 'try')
    for (const name of ['union', 'difference', 'intersection', 'isSubsetOf'])
      Reflect.deleteProperty(Set.prototype, name)
    for (const name of ['toSorted', 'toSpliced', 'with', 'findLast', 'fromAsync'])
      Reflect.deleteProperty(Array.prototype, name)
    Reflect.deleteProperty(window, 'Iterator')
  },
  'frames, which never run': () => {
    window.requestAnimationFrame = () => 1
  },
  'idle time, which never comes': () => {
    window.requestIdleCallback = () => 1
  },
  'crypto.randomUUID and setHTML': () => {
    Reflect.deleteProperty(Crypto.prototype, 'randomUUID')
    Reflect.deleteProperty(Element.prototype, 'setHTML')
  },
  'decode of pictures': () => void Reflect.deleteProperty(HTMLImageElement.prototype, 'decode'),
}

describe.each(['snippet', 'inline'] as const)(
  'with the %s tag all is applied and measured without',
  (tag) => {
    test.for(Object.entries(without))('%s', async ([, before], { visit }) => {
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
