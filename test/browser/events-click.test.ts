import { describe, expect } from 'vitest'
import type { ClickEvent } from '../../wire/event.ts'
import { clicksOn } from '../support/clicks-on.ts'
import { type EventsVisit, type Fixture, test } from '../support/events-visit.ts'

type Open = (fixture: Fixture) => Promise<EventsVisit>

/** The page with these selectors tracked, and a function that does something and says what was counted of it. */
async function track(open: Open, ...selectors: string[]) {
  const visit = await open({ page: 'clicks', analytics: clicksOn(...selectors) })
  const counted = async (act: () => Promise<unknown>) => {
    const before = (await visit.told()).length
    await act()
    await visit.advance(1)
    return ((await visit.told()) as ClickEvent[]).slice(before).map(({ item, button }) => `${item} ${button}`)
  }
  const { page } = visit
  const at = (selector: string, options: Parameters<typeof page.click>[1] = {}) =>
    counted(() => page.click(selector, { force: true, noWaitAfter: true, ...options }))
  const press = (selector: string, key: string) =>
    counted(async () => {
      await page.locator(selector).focus()
      await page.keyboard.press(key)
    })
  return { visit, page, counted, at, press }
}

describe('a click is counted', () => {
  test('on the element and inside it, also where the page stops and prevents it', async ({ open }) => {
    const { at } = await track(open, '#button', '#link')
    expect(await at('#button', { position: { x: 4, y: 4 } })).toEqual(['#button primary'])
    expect(await at('#inside')).toEqual(['#button primary'])
    expect(await at('#link')).toEqual(['#link primary'])
  })

  test('of the middle button, not of the right one', async ({ open }) => {
    const { at } = await track(open, '#link', '#outer')
    expect(await at('#link', { button: 'middle' })).toEqual(['#link middle'])
    expect(await at('#outer', { button: 'middle', position: { x: 3, y: 3 } })).toEqual(['#outer middle'])
    expect(await at('#link', { button: 'right' })).toEqual([])
  })

  test('of a key: Enter and Space on a control, Enter on a link and in a field of the form', async ({
    open,
  }) => {
    const { press } = await track(open, '#button', '#link', '#box', '#submit')
    expect(await press('#button', 'Enter')).toEqual(['#button key'])
    expect(await press('#button', 'Space')).toEqual(['#button key'])
    expect(await press('#link', 'Enter')).toEqual(['#link key'])
    expect(await press('#box', 'Space')).toEqual(['#box key'])
    expect(await press('#field', 'Enter')).toEqual(['#submit key'])
  })

  test('in SVG and in open shadow roots', async ({ open }) => {
    const { at } = await track(open, '#circle', '.deep')
    expect(await at('#circle')).toEqual(['#circle primary'])
    expect(await at('#shadow-button')).toEqual(['.deep primary'])
  })

  test('in a shadow root for what is around it', async ({ open }) => {
    const { at } = await track(open, '#host-box', '#drawing')
    expect(await at('#shadow-button')).toEqual(['#host-box primary'])
    expect(await at('#circle')).toEqual(['#drawing primary'])
  })

  test('for the innermost tracked element, and for each item that tracks it', async ({ open }) => {
    const { at } = await track(open, '#outer', '#button', 'section button')
    expect(await at('#inside')).toEqual(['#button primary', 'section button primary'])
    expect(await at('#outer', { position: { x: 3, y: 3 } })).toEqual(['#outer primary'])
  })

  test('past an invalid selector', async ({ open }) => {
    const { at } = await track(open, 'a[', 'button', '#outer')
    expect(await at('#inside')).toEqual(['button primary'])
    expect(await at('#outer', { position: { x: 3, y: 3 } })).toEqual(['#outer primary'])
  })

  test('of an element that has come later', async ({ open }) => {
    const { page, at } = await track(open, '#late')
    await page.evaluate(() =>
      document.body.insertAdjacentHTML('afterbegin', '<button id="late">Late</button>'),
    )
    expect(await at('#late')).toEqual(['#late primary'])
  })
})

describe('the second of two quick clicks in one place', () => {
  test('is counted on another element, which the first has put there', async ({ open }) => {
    const { page, counted } = await track(open, '#button', '#second')
    await page.evaluate(() => {
      const change = () => {
        const box = document.querySelector('#outer') as HTMLElement
        box.innerHTML = '<button id="second" style="width: 200px; height: 30px">Second</button>'
      }
      addEventListener('click', change, { capture: true, once: true })
    })
    const { x, y } = (await page.locator('#button').boundingBox()) as { x: number; y: number }
    const press = async (clickCount: number) => {
      await page.mouse.move(x + 5, y + 5)
      await page.mouse.down({ clickCount })
      await page.mouse.up({ clickCount })
    }
    const both = async () => {
      await press(1)
      await page.locator('#second').waitFor()
      await press(2)
      await press(3)
      await press(4)
    }
    expect(await counted(both)).toEqual(['#button primary', '#second primary', '#second primary'])
  })
})

describe('a click on a label is counted once', () => {
  test('for its control, where the label is outside of what is tracked', async ({ open }) => {
    const { at } = await track(open, '#other', '#box')
    expect(await at('#for')).toEqual(['#other primary'])
    expect(await at('#label', { position: { x: 4, y: 8 } })).toEqual(['#box primary'])
  })

  test('for the label that is around its control', async ({ open }) => {
    const { at } = await track(open, '#label')
    expect(await at('#label', { position: { x: 4, y: 8 } })).toEqual(['#label primary'])
    expect(await at('#box')).toEqual(['#label primary'])
  })

  test('for what is around both', async ({ open }) => {
    const { at } = await track(open, 'section')
    expect(await at('#for')).toEqual(['section primary'])
  })
})

describe('a click is not counted', () => {
  test('the second time: of a double click, and on the control of a label', async ({ open }) => {
    const { page, at, counted } = await track(open, '#button', '#label', '#box', '#for', '#other')
    expect(await counted(() => page.dblclick('#inside', { force: true }))).toEqual(['#button primary'])
    expect(await at('#label', { position: { x: 4, y: 8 } })).toEqual(['#label primary'])
    expect(await at('#for')).toEqual(['#for primary'])
    expect(await at('#other')).toEqual(['#other primary'])
    expect(await at('#box')).toEqual(['#box primary'])
    expect(await counted(() => page.dblclick('#label', { position: { x: 4, y: 8 }, force: true }))).toEqual([
      '#label primary',
    ])
  })

  test('when a script makes it', async ({ open }) => {
    const { page, counted } = await track(open, '#button', '#link')
    const scripted = () =>
      page.evaluate(() => {
        document.querySelector<HTMLElement>('#button')?.click()
        document.querySelector('#link')?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
      })
    expect(await counted(scripted)).toEqual([])
  })

  test('on a disabled control, but on a link in a disabled fieldset', async ({ open }) => {
    const { at } = await track(open, '#disabled-box', '#disabled', '#in-fieldset')
    expect(await at('#disabled', { position: { x: 3, y: 3 } })).toEqual([])
    expect(await at('#in-disabled')).toEqual([])
    expect(await at('#in-fieldset')).toEqual(['#in-fieldset primary'])
  })
})

describe('a click that leads away', () => {
  test('is stored, and the page is gone no later', async ({ open }) => {
    const visit = await open({ page: 'leave', analytics: clicksOn('a'), isLive: true })
    await visit.page.click('#away')
    await visit.page.waitForURL(/screens\.html/)
    await expect.poll(() => visit.collector.events().map(({ item }) => item)).toEqual(['a'])
  })
})
