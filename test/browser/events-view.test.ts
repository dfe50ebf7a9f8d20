import { describe, expect } from 'vitest'
import type { AnalyticsItem } from '../../wire/record.ts'
import { type EventsVisit, scroll, test } from '../support/events-visit.ts'

const view = (...ids: string[]): AnalyticsItem[] =>
  ids.map((id) => ({ id, selector: `#${id}`, type: 'view' }))

const viewed = async (visit: EventsVisit) => (await visit.told()).map(({ item }) => item).sort()

describe('a view is counted when of an element there is', () => {
  test('half in the viewport, or 30 % of a large one', async ({ open }) => {
    const visit = await open({ page: 'halves', analytics: view('small50', 'small49', 'large30', 'large29') })
    await visit.advance(1500)
    expect(await viewed(visit)).toEqual(['large30', 'small50'])
  })

  test('so much that it covers half of a viewport that is too low for it', async ({ open }) => {
    const visit = await open({ page: 'tall', analytics: view('half', 'less') })
    await visit.advance(1500)
    expect(await viewed(visit)).toEqual(['half'])
  })

  test('something to be seen: not hidden, transparent, without size or cut off', async ({ open }) => {
    const ids = ['none', 'invisible', 'transparent', 'veiled', 'flat', 'cut', 'shown']
    const visit = await open({ page: 'hidden', analytics: view(...ids) })
    await visit.advance(1500)
    expect(await viewed(visit)).toEqual(['shown'])
    await visit.page.addStyleTag({
      content: `#none { display: block !important } #invisible { visibility: visible !important }
        #transparent, .veiled { opacity: 1 !important } #flat { height: 100px !important } .narrow { height: 100px !important }`,
    })
    await visit.advance(1500)
    expect(await viewed(visit)).toEqual([...ids].sort())
  })

  test('enough that nothing else covers, its own children apart', async ({ open }) => {
    const ids = ['whole', 'mostly', 'partly', 'passive', 'parent', 'linked', 'veiled', 'graded']
    const visit = await open({ page: 'covered', analytics: view(...ids) })
    await visit.advance(1500)
    expect(await viewed(visit)).toEqual(['graded', 'linked', 'parent', 'partly', 'passive', 'veiled'])
    await visit.page.evaluate(() => document.querySelector('#over-whole')?.remove())
    await visit.advance(1500)
    expect(await viewed(visit)).toContain('whole')
  })
})

describe('a view of what takes no pointer events', () => {
  const analytics = view('flow', 'later', 'moved', 'nested', 'raised')

  const walls: Record<string, () => void> = {
    'a wall in front of the page': () =>
      document.body.insertAdjacentHTML(
        'afterbegin',
        '<div style="position: fixed; inset: 0; z-index: 9; background: white"></div>',
      ),
    'a modal dialog': () => document.querySelector('dialog')?.showModal(),
  }
  for (const [name, build] of Object.entries(walls)) {
    test(`is not counted behind ${name}`, async ({ open }) => {
      const visit = await open({ page: 'passive', analytics })
      await visit.page.evaluate(build)
      await visit.advance(1500)
      expect(await viewed(visit)).toEqual([])
    })
  }
})

describe('a view of an element', () => {
  test('without a box is one of a child', async ({ open }) => {
    const visit = await open({ page: 'boxes', analytics: view('group', 'away') })
    await visit.advance(1500)
    expect(await viewed(visit)).toEqual(['group'])
  })
})

describe('a view is counted after a second', () => {
  test('but not after 900 ms', async ({ open }) => {
    const visit = await open({ page: 'screens', analytics: view('first', 'second') })
    await visit.advance(900)
    await scroll(visit, 800)
    await visit.advance(900)
    expect(await viewed(visit)).toEqual([])
    await visit.advance(200)
    expect(await viewed(visit)).toEqual(['second'])
  })

  test('without a break: by scrolling, hiding, covering, removing, or leaving the tab', async ({ open }) => {
    const breaks: [() => void, () => void][] = [
      [() => scrollTo(0, 1600), () => scrollTo(0, 0)],
      [
        () => document.body.style.setProperty('opacity', '0'),
        () => document.body.style.setProperty('opacity', '1'),
      ],
      [() => document.querySelector('dialog')?.showModal(), () => document.querySelector('dialog')?.close()],
      [() => document.querySelector('div')?.remove(), () => {}],
      [() => window.become({ visible: false }), () => window.become({ visible: true })],
    ]
    for (const [breakIt, mendIt] of breaks) {
      const visit = await open({ page: 'screens', analytics: view('first') })
      await visit.advance(600)
      await visit.page.evaluate(breakIt)
      await visit.advance(200)
      await visit.page.evaluate(mendIt)
      await visit.advance(700)
      expect(await viewed(visit), String(breakIt)).toEqual([])
      await visit.advance(500)
      expect(await viewed(visit), String(mendIt)).toEqual(String(mendIt) === '() => {}' ? [] : ['first'])
    }
  })

  test('and once, however often and wherever it is seen again', async ({ open }) => {
    const visit = await open({ page: 'screens', analytics: [{ id: 'any', selector: 'p', type: 'view' }] })
    for (const y of [0, 800, 0, 1600]) {
      await scroll(visit, y)
      await visit.advance(1200)
    }
    expect(await viewed(visit)).toEqual(['any'])
  })
})

describe('a view goes on', () => {
  test('when the element is moved', async ({ open }) => {
    const visit = await open({ page: 'screens', analytics: view('first') })
    await visit.advance(500)
    await visit.page.evaluate(() => document.body.prepend(document.querySelector('#first') ?? ''))
    await visit.advance(550)
    expect(await viewed(visit)).toEqual(['first'])
  })

  test('when the element is replaced, as frameworks do', async ({ open }) => {
    const visit = await open({ page: 'screens', analytics: view('first') })
    await visit.advance(500)
    await visit.page.evaluate(() => {
      const first = document.querySelector('#first')
      first?.replaceWith(first.cloneNode(true))
    })
    await visit.advance(550)
    expect(await viewed(visit)).toEqual(['first'])
  })
})

describe('a view is found', () => {
  test('of an element that comes later', async ({ open }) => {
    const visit = await open({ page: 'screens', analytics: view('late') })
    await visit.page.evaluate(() => document.body.insertAdjacentHTML('afterbegin', '<p id="late">Late</p>'))
    await visit.advance(1350)
    expect(await viewed(visit)).toEqual(['late'])
  })

  test('past an invalid selector', async ({ open }) => {
    const analytics: AnalyticsItem[] = [
      { id: 'broken', selector: 'p[', type: 'view' },
      { id: 'sound', selector: '#first', type: 'view' },
    ]
    const visit = await open({ page: 'screens', analytics })
    await visit.advance(1100)
    expect(await viewed(visit)).toEqual(['sound'])
  })

  test('of nothing while the page is in the background', async ({ open }) => {
    const before = () => window.become({ visible: false })
    const visit = await open({ page: 'screens', analytics: view('first'), before })
    await visit.advance(1500)
    expect(await viewed(visit)).toEqual([])
    await visit.become({ visible: true })
    await visit.advance(1100)
    expect(await viewed(visit)).toEqual(['first'])
  })
})
