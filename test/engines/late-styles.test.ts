import { describe, expect, inject } from 'vitest'
import { test } from '../support/visit.ts'

const sheet = `.narrow { display: none } .icons { font-family: "Material Icons" }
  #hero { background: url(/old.svg) }`
const svg = { body: '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"/>' }

const link = '<link rel="stylesheet" href="/late.css">'

/** Texts of which a visitor sees other words once the style sheet is there. */
const texts: Record<string, string> = {
  'a twin that is hidden': '<span class="narrow">Short</span><span>Get started</span>',
  'words that are drawn as an icon': '<span class="icons">arrow_forward</span> Get started',
}

// Firefox runs no script while a style sheet is on its way.
const isHere = inject('engine') !== 'firefox'

describe.runIf(isHere).each(Object.entries(texts))(
  'where a style sheet says of %s only after the text was written',
  (_, own) => {
    test.for(['before', 'after'])(
      'and %s the file follow has come, the text moves to what is seen',
      async (when, { visit }) => {
        const [styles, follow] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
        const page = await visit({
          waitUntil: 'none',
          afterTag: link,
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

test.runIf(isHere)(
  'a background picture that a style sheet brings after the record is changed',
  async ({ visit }) => {
    const styles = Promise.withResolvers<void>()
    const page = await visit({
      waitUntil: 'none',
      afterTag: link,
      assets: {
        '/old.svg': svg,
        '/new.svg': svg,
        '/late.css': { body: sheet, type: 'text/css', after: styles.promise },
      },
      body: '<div id="hero">Text</div>',
      content: [{ selector: '#hero', type: 'src', payload: '/new.svg' }],
    })
    const shown = () => getComputedStyle(document.querySelector('#hero') as Element).backgroundImage
    await page.until(() => motif.ready.then(({ refused }) => refused.length))
    styles.resolve()
    await expect.poll(() => page.run(shown)).toContain('/new.svg')
    await page.run(() => motif.stop())
    expect(await page.run(shown)).toContain('/old.svg')
  },
)
