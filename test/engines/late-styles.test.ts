import { describe, expect } from 'vitest'
import { test } from '../support/visit.ts'

const sheet = `.narrow { display: none } .icons { font-family: "Material Icons" }`

/** Texts of which a visitor sees other words once the style sheet is there. */
const texts: Record<string, string> = {
  'a twin that is hidden': '<span class="narrow">Short</span><span>Get started</span>',
  'words that are drawn as an icon': '<span class="icons">arrow_forward</span> Get started',
}

describe.each(Object.entries(texts))(
  'where a style sheet says of %s only after the text was written',
  (_, own) => {
    test.for(['before', 'after'])(
      'and %s the file follow has come, the text moves to what is seen',
      async (when, { visit }) => {
        const [styles, follow] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
        const page = await visit({
          waitUntil: 'none',
          head: '<link rel="stylesheet" href="/late.css">',
          assets: { '/late.css': { body: sheet, type: 'text/css', after: styles.promise } },
          files: { only: '/follow-', after: follow.promise },
          body: `<a id="target" href="#x">${own}</a>`,
          content: [{ selector: '#target', type: 'text', payload: 'Begin, Ada' }],
        })
        const inside = () => page.run(() => document.querySelector('#target')?.innerHTML)
        await page.until(() => document.querySelector('#target')?.textContent?.includes('Begin, Ada'))
        if (when === 'after') {
          follow.resolve()
          // What measures comes later.
          await expect.poll(() => page.batches.length).toBeGreaterThan(0)
        }
        styles.resolve()
        await page.until(() => [...document.styleSheets].some(({ href }) => href?.includes('late')))
        follow.resolve()
        await expect.poll(inside).toBe(own.replace('Get started', 'Begin, Ada'))
        await page.run(() => motif.stop())
        expect(await inside()).toBe(own)
        expect(await page.complaints()).toEqual([])
      },
    )
  },
)
