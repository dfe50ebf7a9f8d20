import { describe, expect } from 'vitest'
import { bundleClient, renderOnServer } from '../support/frameworks.ts'
import {
  earlyTag,
  expectPersonalisedAndAlive,
  homeContent,
  isHomeApplied,
  outside,
  pictures,
  untilApplied,
} from '../support/hydration.ts'
import { watchPaints } from '../support/paints.ts'
import { test } from '../support/visit.ts'

/** What knows how frameworks hydrate is on its way, and never comes. */
const files = { only: '/frameworks-', hangs: true }

const assetsOf = async (framework: string, after?: Promise<void>) => ({
  ...pictures,
  '/app.js': { body: await bundleClient(framework), ...(after && { after }) },
})

describe.each(['react', 'vue', 'svelte', 'preact'] as const)('%s', (framework) => {
  test('renders into a container that the server left empty: nothing of its own is seen', async ({
    visit,
  }) => {
    const script = Promise.withResolvers<void>()
    const page = await visit({
      ...earlyTag,
      before: watchPaints('#words'),
      body: `${outside}<div id="app"></div><script src="/app.js" defer></script>`,
      content: homeContent,
      files,
      assets: await assetsOf(framework, script.promise),
    })
    await untilApplied(page)
    script.resolve()
    await page.until(isHomeApplied)
    await page.until(() => window.paints.at(-1) === 'Made for Acme')
    expect(await page.run(() => window.paints)).toEqual(['', 'Made for Acme'])
    await expectPersonalisedAndAlive(page)
    expect(page.requests.filter(({ path }) => path.includes('/frameworks-'))).toEqual([])
    expect(await page.complaints()).toEqual([])
  })
})

const lateTag = () =>
  document.head.append(
    Object.assign(document.createElement('script'), { src: `${window.motifHost}/snippet.js` }),
  )

declare global {
  interface Window {
    motifHost: string
  }
}

test.for([
  { what: 'React has rendered', framework: 'react', isServed: false },
  { what: 'React has hydrated', framework: 'react', isServed: true },
  { what: 'Vue has rendered', framework: 'vue', isServed: false },
] as const)('what $what before the script came is personalised at once', async (scenario, { visit }) => {
  const { framework, isServed } = scenario
  const html = isServed ? await renderOnServer(framework) : ''
  const page = await visit({
    tag: 'none',
    head: `<script>window.motifHost = '{{motif}}'</script>`,
    body: `${outside}<div id="app">${html}</div><script src="/app.js" defer></script>`,
    content: homeContent,
    files,
    assets: await assetsOf(framework),
  })
  await page.until(() => window.isHydrated)
  await page.run(lateTag)
  await expectPersonalisedAndAlive(page)
  expect(await page.complaints()).toEqual([])
})

test('what a script of the page writes into an empty #root is personalised before it is seen', async ({
  visit,
}) => {
  const page = await visit({
    ...earlyTag,
    before: watchPaints('h1'),
    body: `${outside}<div id="root"></div>
      <script>document.querySelector('#root').innerHTML = '<h1>Own</h1>'</script>`,
    content: [{ selector: 'h1', type: 'text', payload: 'Hello Ada' }],
    files,
  })
  const isPersonalised = () => document.querySelector('h1')?.textContent === 'Hello Ada'
  await page.until(isPersonalised)
  await page.run(() => {
    const root = document.querySelector('#root')
    if (root) root.innerHTML = '<h1>Own again</h1>'
  })
  await page.until(isPersonalised)
  expect(await page.run(() => window.paints)).not.toContain('Own again')
  await page.run(() => motif.stop())
  expect(await page.text('h1')).toBe('Own again')
})

test('a server that pauses in a container has not left it empty', async ({ visit, engine }) => {
  const html = await renderOnServer('react')
  const rest = Promise.withResolvers<void>()
  const script = Promise.withResolvers<void>()
  const page = await visit({
    ...earlyTag,
    body: `${outside}<div id="root">`,
    rest: {
      after: rest.promise,
      body: `${html}</div><script src="/app.js" defer data-root="#root"></script></body></html>`,
    },
    content: homeContent,
    assets: await assetsOf('react', script.promise),
  })
  // Firefox has nothing of a page that stops so early.
  if (engine !== 'firefox') await page.until(() => document.querySelector('#root') !== null)
  await page.run(() => document.body?.append(document.createElement('i')))
  rest.resolve()
  await untilApplied(page)
  script.resolve()
  await page.until(() => window.isHydrated)
  await expectPersonalisedAndAlive(page)
  expect(await page.complaints()).toEqual([])
})
