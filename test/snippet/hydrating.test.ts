import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { seeFrameworks } from '../../snippet/items/hydration/hydration.ts'

/** The page as it is so many milliseconds after it was parsed, with the scripts that have come and when. */
function pageAt(nowMs: number, { readyState = 'complete', scripts = {} as Record<string, number> } = {}) {
  vi.spyOn(document, 'readyState', 'get').mockReturnValue(readyState as DocumentReadyState)
  vi.spyOn(performance, 'now').mockReturnValue(1000 + nowMs)
  const page = { domContentLoadedEventEnd: nowMs < 0 ? 0 : 1000 }
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([page as never])
  vi.spyOn(performance, 'getEntriesByName').mockImplementation((url) =>
    Object.entries(scripts).flatMap(([name, at]) =>
      url.endsWith(name) ? [{ responseEnd: 1000 + at } as never] : [],
    ),
  )
}

const isHydrating = (element: Element) => seeFrameworks()(element)
const headline = () => document.querySelector('h1') as HTMLElement

/** Sets what a framework sets on a node. */
const mark = (node: Node | null, values: object) => Object.assign(node as object, values)

beforeEach(() => pageAt(60_000))

afterEach(() => {
  vi.restoreAllMocks()
  document.body.innerHTML = ''
  for (const key of Object.keys(document).filter((name) => name.startsWith('_')))
    Reflect.deleteProperty(document, key)
  for (const name of ['__VUE__', '__next_f']) Reflect.deleteProperty(window, name)
})

describe('a page without a framework waits for none', () => {
  test.each(['whatsapp', 'chat-root', '__main', 'apps', 'page'])('in #%s', (id) => {
    pageAt(-1, { readyState: 'interactive' })
    document.body.innerHTML = `<div id="${id}"><h1>Own</h1></div><script src="/app.js"></script>`
    expect(isHydrating(headline())).toBe(false)
  })

  test.each([
    { what: 'while a picture is on its way', html: '<img src="/slow.png">' },
    {
      what: "while another site's script is on its way",
      html: '<script async src="https://x.example/a.js"></script>',
    },
    { what: 'with a script for old browsers', html: '<script nomodule src="/old.js"></script>' },
    { what: 'with comments of an author', html: '<!-- wp:heading --><!--[if BLOCK]><![endif]-->' },
  ])('in #app, when it is parsed, $what', ({ html }) => {
    pageAt(300, { readyState: 'interactive' })
    document.body.innerHTML = `<div id="app"><h1>Own</h1>${html}</div>`
    expect(isHydrating(headline())).toBe(false)
  })
})

describe('a usual container is waited for', () => {
  const body = (html = '') => {
    document.body.innerHTML = `<div id="app"><h1>Own</h1>${html}</div><script async src="/app.js"></script>`
  }

  test('as long as the page is parsed', () => {
    pageAt(-1, { readyState: 'loading' })
    body()
    expect(isHydrating(headline())).toBe(true)
  })

  test('as long as a script of the page is on its way, and shortly after', () => {
    body()
    pageAt(3000, { readyState: 'interactive' })
    expect(isHydrating(headline())).toBe(true)
    pageAt(3000, { readyState: 'interactive', scripts: { '/app.js': 2900 } })
    expect(isHydrating(headline())).toBe(true)
    pageAt(3000, { readyState: 'interactive', scripts: { '/app.js': 2700 } })
    expect(isHydrating(headline())).toBe(false)
  })

  test.each(['<!-- -->', '<!--$-->', '<!--$?-->', '<!--[-->'])(
    'five seconds where a server wrote %s',
    (comment) => {
      body(comment)
      pageAt(4900)
      expect(isHydrating(headline())).toBe(true)
      pageAt(5100)
      expect(isHydrating(headline())).toBe(false)
    },
  )

  test.each([{ __k: {} }, { __vue_app__: {} }, { __vue__: {} }, { _reactRootContainer: {} }])(
    'until a framework has come: %o',
    (mine) => {
      body('<!--[-->')
      pageAt(10)
      mark(document.querySelector('#app'), mine)
      expect(isHydrating(headline())).toBe(false)
    },
  )
})

test.each([
  'id="__next"',
  'id="__nuxt"',
  'id="___gatsby"',
  'data-hydrate',
  'data-hk="0"',
  'q:container="paused"',
])('the container with %s is waited for five seconds', (attribute) => {
  document.body.innerHTML = `<div ${attribute}><h1>Own</h1></div>`
  pageAt(4000)
  expect(isHydrating(headline())).toBe(true)
  pageAt(5100)
  expect(isHydrating(headline())).toBe(false)
})

test('the whole document is waited for where Next says so', () => {
  document.body.innerHTML = '<h1>Own</h1>'
  pageAt(4000)
  expect(isHydrating(headline())).toBe(false)
  Object.assign(window, { __next_f: [] })
  expect(isHydrating(headline())).toBe(true)
})

test('what Lit has rendered on a server is waited for, and nothing else', () => {
  document.body.innerHTML =
    '<main><!--lit-part AbCd=--><h1>Own</h1><!--/lit-part--></main><h2>Own</h2><!-- lit-part of speech -->'
  pageAt(4000)
  expect(isHydrating(headline())).toBe(true)
  expect(isHydrating(document.querySelector('h2') as Element)).toBe(false)
  mark(document.querySelector('main'), { _$litPart$: {} })
  expect(isHydrating(headline())).toBe(false)
})

test('a component of Angular is waited for until its mark is gone', () => {
  document.body.innerHTML = '<app-root ngh="0"><h1>Own</h1></app-root>'
  expect(isHydrating(headline())).toBe(true)
  document.querySelector('app-root')?.removeAttribute('ngh')
  expect(isHydrating(headline())).toBe(false)
})

test('an island is waited for until it has hydrated; one for other screens is not', () => {
  document.body.innerHTML = '<astro-island ssr client="visible"><h1>Own</h1></astro-island>'
  const island = document.querySelector('astro-island')
  expect(isHydrating(headline())).toBe(true)
  island?.setAttribute('client', 'media')
  expect(isHydrating(headline())).toBe(false)
  island?.setAttribute('client', 'load')
  island?.removeAttribute('ssr')
  expect(isHydrating(headline())).toBe(false)
})
