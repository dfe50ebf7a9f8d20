import { describe, expect } from 'vitest'
import { startEditorService, ticket } from '../support/editor-service.ts'
import { hiddenOf, waitForFrames } from '../support/frames.ts'
import { tags } from '../support/tag.ts'
import { type Scenario, test, type Visit } from '../support/visit.ts'

declare global {
  interface Window {
    /** With what the editor was opened, each time. */
    opened?: { host: string; session: { template: string } }[]
    /** What scripts of the page noted. */
    notes: unknown[]
  }
}

const hello: Scenario = {
  body: '<h1>Welcome</h1>',
  content: [{ selector: 'h1', type: 'text', payload: 'Hello Ada' }],
  analytics: [{ id: 'hero', selector: 'h1', type: 'view' }],
  attributes: { 'data-hide': 'h1' },
}

const isOpen = () => window.opened?.length === 1
const pathsOf = ({ requests }: Visit) =>
  requests.filter(({ host }) => host === 'motif').map(({ method, path }) => `${method} ${path}`)

/** Nothing of a visitor's run: no record asked, nothing measured, shown or hidden. */
async function expectNoVisit(page: Visit) {
  await page.run(waitForFrames, 10)
  expect(pathsOf(page).filter((path) => / \/(p\/|e$|track)/.test(path))).toEqual([])
  expect(await page.text('h1')).toBe('Welcome')
  expect(await page.run(hiddenOf, ['h1'])).toEqual([])
  expect(await page.complaints()).toEqual([])
}

describe.each(tags)('with the %s tag', (tag) => {
  test('a link to the editor opens it, and the ticket is gone from the address', async ({ visit }) => {
    const { answer } = startEditorService()
    const before = () => history.replaceState({ of: 'the page' }, '')
    const query = (pattern: string) => `?pattern=${pattern}#pricing&motif-edit=${ticket}`
    const page = await visit({ ...hello, tag, query, before, editor: answer })
    await page.until(isOpen)
    const address = `${page.site.pages}/?pattern=${page.pattern}#pricing`
    expect(await page.run(() => [location.href, history.state])).toEqual([address, { of: 'the page' }])
    const session = { template: 'launch', session: expect.any(String), expiresAt: expect.any(String) }
    expect(await page.run(() => window.opened)).toEqual([{ host: page.site.motif, session }])
    await expectNoVisit(page)
  })

  test('a reload goes on, until the session is over; then the page is as it is', async ({ visit }) => {
    const service = startEditorService()
    const query = () => `#motif-edit=${ticket}`
    const page = await visit({ ...hello, tag, query, editor: service.answer })
    await page.until(isOpen)
    expect(await page.run(() => location.href)).toBe(`${page.site.pages}/`)
    await page.goto(`${page.site.pages}/?pattern=${page.pattern}`)
    await page.until(isOpen)
    expect(pathsOf(page).filter((path) => path === 'POST /editor/session').length).toBe(1)
    service.session = undefined
    await page.goto(`${page.site.pages}/?again&pattern=${page.pattern}`)
    await page.until(() => !('motif-edit' in sessionStorage))
    expect(await page.run(() => 'opened' in window)).toBe(false)
    await expectNoVisit(page)
    await page.goto(`${page.site.pages}/?pattern=${page.pattern}`)
    await page.until(() => document.querySelector('h1')?.textContent === 'Hello Ada')
  })

  test('a used ticket opens the session that goes on in this tab', async ({ visit }) => {
    const service = startEditorService()
    const query = () => `#motif-edit=${ticket}`
    const page = await visit({ ...hello, tag, query, editor: service.answer })
    await page.until(isOpen)
    await page.goto(`${page.site.pages}/?again#motif-edit=${ticket}`)
    await page.until(isOpen)
    expect(pathsOf(page).filter((path) => path === 'POST /editor/session').length).toBe(2)
    await expectNoVisit(page)
  })

  test('calls of the page wait, and start nothing while it is edited', async ({ visit }) => {
    const { answer } = startEditorService()
    const page = await visit({
      ...hello,
      tag,
      query: () => `#motif-edit=${ticket}`,
      editor: answer,
      body: `${hello.body}<script>
        notes = []
        setTimeout(function ask() {
          if (!window.motif) return setTimeout(ask)
          motif.start({ pattern: '{{pattern}}' })
          motif.consent(true)
          motif.on('applied', () => notes.push('applied'))()
          motif.ready.then((report) => notes.push(report.applied.length))
        })
      </script>`,
    })
    await page.until(() => window.opened?.length && window.notes.length)
    expect(await page.run(() => window.notes)).toEqual([0])
    await expectNoVisit(page)
  })

  test('an editor that never comes leaves the page as it is, and at work', async ({ visit }) => {
    const { answer } = startEditorService()
    const page = await visit({
      ...hello,
      tag,
      query: () => `#motif-edit=${ticket}`,
      body: '<h1>Welcome</h1><button onclick="notes = [1]">Buy</button>',
      editor: (request, response) => (request.url === '/editor.js' ? undefined : answer(request, response)),
    })
    await expect.poll(() => pathsOf(page)).toContain('GET /editor.js')
    expect(await page.run(() => document.readyState)).toBe('complete')
    await page.click('button')
    expect(await page.run(() => window.notes)).toEqual([1])
    await expectNoVisit(page)
  })

  test('a ticket that is used, late or of another page opens nothing', async ({ visit }) => {
    const service = startEditorService()
    service.tickets.clear()
    const query = (pattern: string) => `?pattern=${pattern}#motif-edit=${ticket}`
    const page = await visit({ ...hello, tag, query, editor: service.answer })
    await expect.poll(() => pathsOf(page)).toContain('POST /editor/session')
    expect(await page.run(() => [location.hash, sessionStorage.length, 'opened' in window])).toEqual([
      '',
      0,
      false,
    ])
    expect(pathsOf(page)).not.toContain('GET /editor.js')
    await expectNoVisit(page)
  })
})

test.for([
  ['#a=1&motif-edit={T}&b=2', '#a=1&b=2'],
  ['#motif-edit={T}&b=2', '#b=2'],
  ['#/route?x=$&&motif-edit={T}', '#/route?x=$&'],
])('of %s %s stays', async ([fragment, rest], { visit }) => {
  const { answer } = startEditorService()
  const query = () => (fragment as string).replace('{T}', ticket)
  const page = await visit({ ...hello, tag: 'inline', query, editor: answer })
  await page.until(isOpen)
  expect(await page.run(() => location.hash)).toBe(rest)
  await expectNoVisit(page)
})

/** What is no ticket, or cannot be taken: then a visitor's page is as ever. */
const others: Record<string, Partial<Scenario>> = {
  'a fragment of the page': { query: (pattern) => `?pattern=${pattern}#motif-editor` },
  'an empty ticket': { query: (pattern) => `?pattern=${pattern}#motif-edit=` },
  'a name in the query': { query: (pattern) => `?pattern=${pattern}&motif-edit=${ticket}` },
  'storage that throws': {
    before: () =>
      Object.defineProperty(window, 'sessionStorage', {
        get() {
          throw new DOMException('Not here', 'SecurityError')
        },
      }),
  },
  'a storage of the page': { before: () => sessionStorage.setItem('their-motif-edit', '1') },
  'history that throws': {
    query: (pattern) => `?pattern=${pattern}#motif-edit=${ticket}`,
    before: () => {
      history.replaceState = () => {
        throw new DOMException('Not here', 'SecurityError')
      }
    },
  },
}

describe.each(['snippet', 'inline'] as const)('with the %s tag', (tag) => {
  test.for(Object.entries(others))('%s is nothing to Motif', async ([, scenario], { visit }) => {
    const { answer } = startEditorService()
    const page = await visit({ ...hello, ...scenario, tag, editor: answer })
    await page.until(() => document.querySelector('h1')?.textContent === 'Hello Ada')
    expect(await page.run(hiddenOf, ['h1'])).toEqual([])
    expect(pathsOf(page).filter((path) => path.includes('/editor'))).toEqual([])
    expect(await page.complaints()).toEqual([])
  })
})

test('where storage throws, a ticket of the link opens the editor all the same', async ({ visit }) => {
  const { answer } = startEditorService()
  const { before } = others['storage that throws'] as Scenario
  const page = await visit({
    ...hello,
    ...(before && { before }),
    query: () => `#motif-edit=${ticket}`,
    editor: answer,
  })
  await page.until(isOpen)
  await expectNoVisit(page)
})

test('the module opens the editor when the app starts it', async ({ visit }) => {
  const { answer } = startEditorService()
  const page = await visit({
    ...hello,
    tag: 'none',
    query: (pattern) => `?pattern=${pattern}#motif-edit=${ticket}`,
    editor: answer,
    head: `<script type="module">import { start } from '{{motif}}/motif.js'; start()</script>`,
  })
  await page.until(isOpen)
  expect(await page.run(() => location.hash)).toBe('')
  await expectNoVisit(page)
})

test('the tag twice exchanges a ticket once', async ({ visit }) => {
  const { answer } = startEditorService()
  const second = '<script async src="{{motif}}/snippet.js"></script>'
  const query = () => `#motif-edit=${ticket}`
  const page = await visit({ ...hello, tag: 'inline', afterTag: second, query, editor: answer })
  await page.until(isOpen)
  await expectNoVisit(page)
  expect(pathsOf(page).filter((path) => path === 'POST /editor/session').length).toBe(1)
})
