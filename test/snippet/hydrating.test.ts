import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { isHydrating } from '../../snippet/rare/frameworks/hydrating.ts'

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
    {
      what: 'with a script that waits for consent',
      html: '<script type="text/plain" src="/ads.js"></script>',
    },
    { what: 'with comments of an author', html: '<!-- wp:heading --><!--[if BLOCK]><![endif]-->' },
  ])('in #app, when it is parsed, $what', ({ html }) => {
    pageAt(10, { readyState: 'interactive' })
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

test.each(['id="__next"', 'id="__nuxt"', 'id="___gatsby"', 'data-hydrate'])(
  'the container with %s is waited for five seconds',
  (attribute) => {
    document.body.innerHTML = `<div ${attribute}><h1>Own</h1></div>`
    pageAt(4000)
    expect(isHydrating(headline())).toBe(true)
    pageAt(5100)
    expect(isHydrating(headline())).toBe(false)
  },
)

test('the whole document is waited for where Next says so', () => {
  document.body.innerHTML = '<h1>Own</h1>'
  pageAt(4000)
  expect(isHydrating(headline())).toBe(false)
  Object.assign(window, { __next_f: [] })
  expect(isHydrating(headline())).toBe(true)
})

describe('React', () => {
  const root = (isDehydrated: boolean) => {
    const fiber = { return: null, alternate: null, memoizedState: null }
    return { ...fiber, stateNode: { current: { ...fiber, memoizedState: { isDehydrated } } } }
  }
  const boundary = (isWaiting: boolean, above: object) => ({
    return: above,
    stateNode: null,
    memoizedState: { dehydrated: {} },
    alternate: { memoizedState: isWaiting ? { dehydrated: {} } : null },
  })
  const below = (above: object) => ({ return: above, alternate: null, memoizedState: null, stateNode: null })
  const main = () => document.querySelector('main')
  const comment = () => [...(main()?.childNodes ?? [])].find((node) => node.nodeType === 8) ?? null

  beforeEach(() => {
    mark(document, { _reactListening1: true })
    document.body.innerHTML = '<main><!--$--><h1>Own</h1><!--/$--></main>'
  })

  test('waits in a root that it has not hydrated, marks on elements or not', () => {
    mark(main(), { __reactContainer$1: root(true) })
    expect(isHydrating(headline())).toBe(true)
    mark(headline(), { __reactFiber$1: below(root(true)) })
    expect(isHydrating(headline())).toBe(true)
  })

  test('is done in a root that it has hydrated, or renders into', () => {
    mark(main(), { __reactContainer$1: root(false) })
    expect(isHydrating(headline())).toBe(false)
    mark(headline(), { __reactFiber$1: below(root(false)) })
    expect(isHydrating(headline())).toBe(false)
  })

  test('waits in a boundary, whose elements it may have marked in a first try', () => {
    const waiting = boundary(true, root(false))
    mark(main(), { __reactFiber$1: below(root(false)) })
    mark(comment(), { __reactFiber$1: waiting })
    expect(isHydrating(headline())).toBe(true)
    mark(headline(), { __reactFiber$1: below(waiting) })
    expect(isHydrating(headline())).toBe(true)
  })

  test('is done in a boundary one of whose fibers is', () => {
    const done = boundary(false, root(false))
    mark(main(), { __reactFiber$1: below(root(false)) })
    mark(comment(), { __reactFiber$1: done })
    mark(headline(), { __reactFiber$1: below(done) })
    expect(isHydrating(headline())).toBe(false)
  })

  test('waits for no foreign element, though it has comments as a boundary', () => {
    mark(main(), { __reactFiber$1: below(root(false)) })
    expect(isHydrating(headline())).toBe(false)
  })

  test('waits for an element that has a boundary in it', () => {
    headline().innerHTML = '<!--$--><b>Own</b><!--/$-->'
    mark(headline(), { __reactFiber$1: below(root(false)) })
    mark(headline().firstChild, { __reactFiber$1: boundary(true, root(false)) })
    expect(isHydrating(headline())).toBe(true)
  })

  test('waits for what it has streamed until it is in its place', () => {
    document.body.innerHTML = '<div hidden id="S:0"><h1>Own</h1></div>'
    expect(isHydrating(headline())).toBe(true)
  })
})

describe('Vue', () => {
  const node = (type: unknown, el: Node | null, more = {}) => ({
    type,
    el,
    anchor: null,
    children: null,
    ...more,
  })
  const mount = (child: object) => {
    Object.assign(window, { __VUE__: true })
    mark(document.querySelector('main'), { __vue_app__: {}, _vnode: child })
  }

  beforeEach(() => {
    document.body.innerHTML = '<main><section><h1>Own</h1></section><footer><h2>Own</h2></footer></main>'
  })

  test('is done where all its components are there', () => {
    const subTree = node('section', document.querySelector('section'))
    mount(node({}, null, { component: { isMounted: true, subTree } }))
    expect(isHydrating(headline())).toBe(false)
  })

  test('waits in a component whose setup has not come, and nowhere else', () => {
    const [section, footer] = document.querySelectorAll('section,footer')
    const subTree = node('div', section as Node)
    const pending = node({}, section as Node, { component: { isMounted: false, subTree } })
    const pendingBranch = node(Symbol('fragment'), null, {
      children: [pending, node('footer', footer as Node)],
    })
    mount(node({}, null, { suspense: { pendingBranch, activeBranch: null } }))
    expect(isHydrating(headline())).toBe(true)
    expect(isHydrating(document.querySelector('h2') as Element)).toBe(false)
  })

  // As Vue leaves it before 3.5.43: until its setup has come, the component has the server's node and no subtree.
  test('waits in a component that has no subtree yet, and nowhere else', () => {
    const [section, footer] = document.querySelectorAll('section,footer')
    const pending = node({}, section as Node, { component: { isMounted: false, subTree: null } })
    const children = [pending, node('footer', footer as Node)]
    mount(node('main', document.querySelector('main'), { children }))
    expect(isHydrating(headline())).toBe(true)
    expect(isHydrating(document.querySelector('h2') as Element)).toBe(false)
  })

  test('waits in a component of several elements that has no subtree yet', () => {
    document.body.innerHTML = '<main><!--[--><p>Own</p><h1>Own</h1><!--]--></main>'
    const main = document.querySelector('main') as Element
    const pending = node({}, main.firstChild, { component: { isMounted: false, subTree: null } })
    mount(node('main', main, { children: [pending] }))
    expect(isHydrating(headline())).toBe(true)
  })

  test('waits in a second component of a loader, which counts as mounted and has no subtree yet', () => {
    const type = { __asyncLoader: () => {} }
    mount(node(type, document.querySelector('section'), { component: { isMounted: true, subTree: null } }))
    expect(isHydrating(headline())).toBe(true)
  })

  test('waits in a component that is not loaded, though it counts as mounted', () => {
    const subTree = node('div', document.querySelector('section'), { component: null })
    mount(node({ __asyncLoader: () => {} }, null, { component: { isMounted: true, subTree } }))
    expect(isHydrating(headline())).toBe(true)
  })
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
