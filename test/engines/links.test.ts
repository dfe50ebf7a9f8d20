import { describe, expect } from 'vitest'
import { waitForFrames } from '../support/frames.ts'
import { type Scenario, test } from '../support/visit.ts'

/** What a router does: it handles clicks on the site's links, and shows the page that its table has for them. */
const router = `<script>
  addEventListener('DOMContentLoaded', () => {
    document.querySelector('#app').addEventListener('click', (event) => {
      const link = event.target.closest('a')
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button || link.target) return
      event.preventDefault()
      history.pushState(null, '', link.dataset.to)
      document.querySelector('h1').textContent = 'Route ' + link.dataset.to
    })
  })
</script>`

const page: Scenario = {
  head: router,
  body: `<h1>Welcome</h1><div id="app"><a id="book" href="/book" data-to="/book"><b>Book</b></a>
    <a id="own" href="/own" data-to="/own">Own</a><a id="menu" href="#menu" data-to="#menu">Menu</a>
    <a id="new" href="/book" data-to="/book" target="_blank">New</a></div>`,
  content: [
    { selector: '#book', type: 'href', payload: '/ada?x=1#form' },
    { selector: '#new', type: 'href', payload: '/ada?x=1#form' },
    { selector: '#menu', type: 'href', payload: '/ada?x=1#form' },
  ],
  assets: { '/ada?x=1': { body: '<h1>For Ada</h1>' }, '/ada': { body: '<h1>For Ada</h1>' } },
}
const isHere = () => document.querySelector('#book')?.getAttribute('href')?.startsWith('/ada')

describe('on a page whose router takes clicks over', () => {
  test('a personal link ends where it says, one step from the page', async ({ visit }) => {
    // The history of a tab that has been everywhere does not grow any more.
    const visitor = await visit({ ...page, reusesTab: false })
    await visitor.until(isHere)
    const before = await visitor.run(() => history.length)
    await visitor.click('#book b')
    await visitor.until(() => document.querySelector('h1')?.textContent === 'For Ada')
    expect(await visitor.run(() => location.pathname + location.search + location.hash)).toBe('/ada?x=1#form')
    expect(await visitor.run(() => history.length)).toBe(before + 1)
  })

  test('a link without an item is the router’s', async ({ visit }) => {
    const visitor = await visit(page)
    await visitor.until(isHere)
    await visitor.click('#own')
    await visitor.until(() => document.querySelector('h1')?.textContent === 'Route /own')
    await visitor.run(waitForFrames, 5)
    expect(await visitor.run(() => location.pathname)).toBe('/own')
  })

  test('a link that led to a place in the page still does what the page does', async ({ visit }) => {
    const visitor = await visit(page)
    await visitor.until(isHere)
    await visitor.click('#menu')
    await visitor.until(() => document.querySelector('h1')?.textContent === 'Route #menu')
    await visitor.run(waitForFrames, 5)
    expect(await visitor.run(() => location.pathname)).toBe('/')
  })

  test.for<[string, string, MouseEventInit]>([
    ['with the control key', '#book', { ctrlKey: true }],
    ['with the shift key', '#book', { shiftKey: true }],
    ['by the middle button', '#book', { button: 1 }],
    ['for another tab', '#new', {}],
  ])('a click %s is the browser’s', async ([, selector, init], { visit, engine }) => {
    // The others follow such a click of a script in the same tab.
    if (engine !== 'chromium') return
    const visitor = await visit(page)
    await visitor.until(isHere)
    await visitor.run(
      (one, given) =>
        document
          .querySelector(one)
          ?.dispatchEvent(
            new MouseEvent('click', { bubbles: true, cancelable: true, composed: true, ...given }),
          ),
      selector,
      init,
    )
    await visitor.run(waitForFrames, 10)
    expect(await visitor.run(() => [location.pathname, document.querySelector('h1')?.textContent])).toEqual([
      '/',
      'Welcome',
    ])
  })
})

test('a link that gets a parameter when it is pressed leads there with it', async ({ visit }) => {
  const visitor = await visit({ ...page, head: '' })
  await visitor.until(isHere)
  await visitor.run(() =>
    document.addEventListener('mousedown', ({ target }) => {
      const link = (target as Element).closest('a')
      if (link) link.href = link.href.replace('x=1', 'x=1&_gl=1')
    }),
  )
  visitor.site.assets.set('/ada', { body: '<h1>For Ada</h1>' })
  await visitor.click('#book')
  await visitor.until(() => document.querySelector('h1')?.textContent === 'For Ada')
  expect(await visitor.run(() => location.search)).toBe('?x=1&_gl=1')
})
