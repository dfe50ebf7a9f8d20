import { describe, expect } from 'vitest'
import { bundleClient, renderInParts, renderOnServer } from '../support/frameworks.ts'
import {
  earlyTag,
  expectPersonalisedAndAlive,
  homeContent,
  outside,
  pictures,
  untilApplied,
  untilFramesPassed,
} from '../support/hydration.ts'
import { test } from '../support/visit.ts'

// React 19 reports what it finds changed as error 418, 423 or 425, which is among the page's complaints.

const containers = [
  { name: '#root', open: '<div id="root">', root: '#root' },
  { name: '#__next', open: '<div id="__next">', root: '#__next' },
]

const scripts = [
  { when: 'by a deferred script', attributes: 'defer' },
  { when: 'by a module', attributes: 'type="module"' },
  { when: 'by an async script that comes after DOMContentLoaded', attributes: 'async' },
]

describe.each(containers)('React in $name, rendered by a server', ({ open, root }) => {
  test.for(scripts)('hydrates without an error $when', async ({ attributes }, { visit }) => {
    const script = Promise.withResolvers<void>()
    const html = await renderOnServer('react')
    const body = `${outside}${open}${html}</div>${scriptOf(attributes, root)}`
    const page = await visit({
      ...earlyTag,
      body,
      content: homeContent,
      assets: { ...pictures, '/app.js': { body: await bundleClient('react'), after: script.promise } },
    })
    await untilApplied(page)
    script.resolve()
    await page.until(() => window.isHydrated)
    await expectPersonalisedAndAlive(page)
    expect(await page.complaints()).toEqual([])
  })
})

/** A module has no `currentScript`. */
const scriptOf = (attributes: string, root: string) =>
  attributes.includes('module')
    ? `<script>window.fixtureRoot = '${root}'</script><script src="/app.js" ${attributes}></script>`
    : `<script src="/app.js" ${attributes} data-root="${root}"></script>`

describe.each(['app', 'footer'])('a Suspense boundary that waits for its %s', (waits) => {
  test.for([
    { where: '#root', before: '' },
    { where: '#root, as Next streams', before: 'self.__next_f = []' },
  ])('hydrates late and without an error in $where', async ({ before }, { visit }) => {
    const html = await renderOnServer('react-suspense')
    const script = `<script src="/app.js" defer data-root="#root" data-waits="${waits}"></script>`
    const page = await visit({
      ...earlyTag,
      before,
      body: `${outside}<div id="root">${html}</div>${script}`,
      content: [...homeContent, { selector: 'h4', type: 'text', payload: 'Shell, Ada' }],
      assets: { ...pictures, '/app.js': { body: await bundleClient('react-suspense') } },
    })
    await page.until(() => document.querySelector('h4')?.textContent === 'Shell, Ada')
    await untilApplied(page)
    await page.run(() => window.arrive())
    await page.until(() => window.isHydrated)
    await expectPersonalisedAndAlive(page)
    expect(await page.complaints()).toEqual([])
  })
})

describe('a page that React streams', () => {
  const async = '<script src="/app.js" async data-root="#root"></script>'

  test('its late part is personalised when React has taken it over', async ({ visit, engine }) => {
    const { shell, rest } = await renderInParts('react-stream')
    const part = Promise.withResolvers<void>()
    const page = await visit({
      ...earlyTag,
      body: `${outside}<div id="root">${shell}${async}`,
      rest: { after: part.promise, body: `${rest}</div></body></html>` },
      content: [...homeContent, { selector: 'h4', type: 'text', payload: 'Shell, Ada' }],
      assets: { ...pictures, '/app.js': { body: await bundleClient('react-stream') } },
    })
    await untilApplied(page)
    // WebKit paints nothing, has no frames and runs no async script as long as a page streams.
    const isShellPersonalised = () => document.querySelector('h4')?.textContent === 'Shell, Ada'
    if (engine !== 'webkit') await page.until(isShellPersonalised)
    part.resolve()
    await page.until(isShellPersonalised)
    await page.until(() => window.isHydrated)
    await expectPersonalisedAndAlive(page)
    expect(await page.complaints()).toEqual([])
  })
})

test.for(['self.__next_f = []', 'window.__reactRouterContext = {}', 'window.__remixContext = {}'])(
  'React that has the whole document, after %s',
  async (before, { visit }) => {
    const script = Promise.withResolvers<void>()
    const html = await renderOnServer('react-document')
    const page = await visit({
      ...earlyTag,
      before,
      body: `${html}<script src="/app.js" async></script>`,
      content: homeContent,
      assets: {
        ...pictures,
        '/app.js': { body: await bundleClient('react-document'), after: script.promise },
      },
    })
    await page.until(
      () =>
        document.readyState !== 'loading' &&
        performance.getEntriesByType('resource').some(({ name }) => name.includes('/p/')),
    )
    await untilFramesPassed(page)
    script.resolve()
    await page.until(() => window.isHydrated)
    await expectPersonalisedAndAlive(page)
    expect(await page.complaints()).toEqual([])
  },
)
