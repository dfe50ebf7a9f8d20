import { describe, expect } from 'vitest'
import { bundleClient, olderVue, renderOnServer } from '../support/frameworks.ts'
import {
  earlyTag,
  expectPersonalisedAndAlive,
  homeContent,
  outside,
  pictures,
  untilApplied,
} from '../support/hydration.ts'
import { test } from '../support/visit.ts'

test('an app of Vue that waits for its router is waited for, in #app', async ({ visit }) => {
  const html = await renderOnServer('vue')
  const page = await visit({
    ...earlyTag,
    before: 'whenRouted = new Promise((mount) => { mountNow = mount })',
    body: `${outside}<div id="app">${html}</div><script src="/app.js" defer></script>`,
    content: homeContent,
    assets: { ...pictures, '/app.js': { body: await bundleClient('vue') } },
  })
  await untilApplied(page)
  // Longer than the page's own scripts are waited for: only that Vue is there tells that it will come.
  await page.run(() => {
    const last = performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming
    return new Promise<void>((resolve) => {
      const look = () => (performance.now() > last.loadEventEnd + 600 ? resolve() : setTimeout(look, 20))
      look()
    })
  })
  await page.run(() => (window as unknown as { mountNow(): void }).mountNow())
  await page.until(() => window.isHydrated)
  await expectPersonalisedAndAlive(page)
  expect(await page.complaints()).toEqual([])
})

test.for([
  { version: 'Vue', where: '#__nuxt', open: '<div id="__nuxt">', root: '#__nuxt', plugins: [] },
  { version: 'Vue', where: '#app', open: '<div id="app">', root: '#app', plugins: [] },
  {
    version: 'Vue before 3.5.43',
    where: '#__nuxt',
    open: '<div id="__nuxt">',
    root: '#__nuxt',
    plugins: [olderVue],
  },
])(
  '$version in $where with an async setup, as a page of Nuxt: what has hydrated is personalised, the rest when it has',
  async ({ open, root, plugins }, { visit }) => {
    const html = await renderOnServer('vue-suspense')
    const page = await visit({
      ...earlyTag,
      body: `${outside}${open}${html}</div><script src="/app.js" defer data-root="${root}"></script>`,
      content: [...homeContent, { selector: 'h4', type: 'text', payload: 'Shell, Ada' }],
      assets: { ...pictures, '/app.js': { body: await bundleClient('vue-suspense', { plugins }) } },
    })
    await page.until(() => document.querySelector('h4')?.textContent === 'Shell, Ada')
    await untilApplied(page)
    await page.run(() => window.arrive())
    await page.until(() => window.isHydrated)
    await expectPersonalisedAndAlive(page)
    expect(await page.complaints()).toEqual([])
  },
)

describe('islands of Astro', () => {
  const content = [
    ...homeContent.filter(({ selector }) => selector === '#outside'),
    { selector: '#React h3', type: 'text' as const, payload: 'React, Ada' },
    { selector: '#React .box', type: 'html' as const, payload: '<b>New</b>' },
    { selector: '#Preact h3', type: 'text' as const, payload: 'Preact, Ada' },
    { selector: '#Preact .box', type: 'html' as const, payload: '<b>New</b>' },
  ]
  const says = (name: string, text: string) =>
    document.querySelector<HTMLElement>(`#${name}`)?.innerText.replace(/\s+/g, ' ').trim() === text

  test.for(['load', 'idle', 'visible'])('that hydrate at %s', async (client, { visit }) => {
    const html = (await renderOnServer('islands')).replaceAll('{{client}}', client)
    const script = Promise.withResolvers<void>()
    const page = await visit({
      ...earlyTag,
      // A module has no place among the async scripts of a site that count visits.
      body: `${outside}<main>${html}</main><script src="/app.js" type="module"></script>`,
      content,
      assets: { '/app.js': { body: await bundleClient('islands'), after: script.promise } },
    })
    await untilApplied(page)
    script.resolve()
    await page.until(() => window.hydrated?.length === 2)
    for (const name of ['React', 'Preact']) await page.until(says, name, `${name}, Ada New 0`)
    await page.run(() => document.querySelectorAll('button').forEach((button) => void button.click()))
    for (const name of ['React', 'Preact']) await page.until(says, name, `${name}, Ada New 1`)
    await page.run(() => motif.stop())
    for (const name of ['React', 'Preact']) await page.until(says, name, `${name}'s own Lead 1 1`)
    expect(await page.complaints()).toEqual([])
  })

  test('that hydrate when they are scrolled into view', async ({ visit }) => {
    const html = (await renderOnServer('islands')).replaceAll('{{client}}', 'visible')
    const page = await visit({
      body: `${outside}<div style="height: 3000px"></div><main>${html}</main><script src="/app.js" defer></script>`,
      content,
      assets: { '/app.js': { body: await bundleClient('islands') } },
    })
    await untilApplied(page)
    const { missing } = (await page.until(() => motif.ready)) as { missing: number[] }
    expect(missing).toEqual([])
    await page.run(() => document.querySelector('main')?.scrollIntoView())
    await page.until(() => window.hydrated?.length === 2)
    for (const name of ['React', 'Preact']) await page.until(says, name, `${name}, Ada New 0`)
    expect(await page.complaints()).toEqual([])
  })
})
