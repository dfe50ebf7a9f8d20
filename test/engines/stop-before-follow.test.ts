import { describe, expect } from 'vitest'
import { waitForFrames } from '../support/frames.ts'
import { type Scenario, test } from '../support/visit.ts'

const picture = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" width="9" height="9"/>'

const page: Scenario = {
  body: '<main><h1 class="a">Welcome</h1></main>',
  content: [{ selector: 'h1', type: 'text', payload: 'Hello Ada' }],
}

describe('before the file follow has come', () => {
  test('stop() gives back what was written first', async ({ visit }) => {
    const arrival = Promise.withResolvers<void>()
    const page = await visit({
      body: '<main><h1>Meet <a href="/x" style="color:  red">Launch</a> now</h1><img src="/own.svg" srcset="/own.svg 2x" alt=""></main>',
      content: [
        { selector: 'h1', type: 'text', payload: 'Hello Ada' },
        { selector: 'img', type: 'src', payload: '/ada.svg' },
      ],
      assets: { '/own.svg': { body: picture }, '/ada.svg': { body: picture } },
      files: { only: '/follow-', after: arrival.promise },
      waitUntil: 'none',
    })
    await page.until(() => document.querySelector('h1')?.textContent === 'Hello Ada')
    await page.until(() => document.querySelector('img')?.src.endsWith('/ada.svg'))
    await page.run(() => motif.stop())
    const own =
      '<h1>Meet <a href="/x" style="color:  red">Launch</a> now</h1><img src="/own.svg" srcset="/own.svg 2x" alt="">'
    expect(await page.run(() => document.querySelector('main')?.innerHTML)).toBe(own)
    arrival.resolve()
    await page.until(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('/follow-')),
    )
    await page.run(waitForFrames, 3)
    expect(await page.run(() => document.querySelector('main')?.innerHTML)).toBe(own)
    expect(await page.complaints()).toEqual([])
  })

  /** What a page makes of its targets, and what `stop()` leaves. */
  const made: Record<string, { page: Scenario; change(): void; own: string }> = {
    'a copy of a text': {
      page,
      change: () => {
        const [target] = document.querySelectorAll('h1')
        const copy = target?.cloneNode(true) as Element
        copy.setAttribute('aria-hidden', 'true')
        target?.after(copy)
      },
      own: '<h1 class="a">Welcome</h1><h1 class="a" aria-hidden="true">Welcome</h1>',
    },
    'a copy in other letters': {
      page,
      change: () => {
        const [target] = document.querySelectorAll('h1')
        const copy = target?.cloneNode() as Element
        copy.append('HELLO ', 'ADA')
        target?.after(copy)
      },
      own: '<h1 class="a">Welcome</h1><h1 class="a">Welcome</h1>',
    },
    'the letters of a text, one by one,': {
      page,
      change: () => {
        const [target] = document.querySelectorAll('h1')
        const letters = [...(target?.textContent ?? '')].map((letter) => `<i>${letter}</i>`)
        if (target) target.innerHTML = letters.join('')
      },
      own: '<h1 class="a"><i>Welcome</i><i></i><i></i><i></i><i></i><i></i><i></i><i></i><i></i></h1>',
    },
    'a copy of a link and its picture': {
      page: {
        body: '<main><a href="/all"><img src="/own.svg" alt=""></a></main>',
        content: [
          { selector: 'main a', type: 'href', payload: '/ada' },
          { selector: 'main img', type: 'src', payload: '/ada.svg' },
        ],
        assets: { '/own.svg': { body: picture }, '/ada.svg': { body: picture } },
      },
      change: () => {
        const [target] = document.querySelectorAll('main a')
        target?.after(target.cloneNode(true))
      },
      own: '<a href="/all"><img src="/own.svg" alt=""></a><a href="/all"><img src="/own.svg" alt=""></a>',
    },
  }

  describe.each(Object.entries(made))('%s that a page has made', (_, given) => {
    const { page: scenario, change, own } = given

    test.for(['at once', 'a while later'])('is given back by stop() %s', async (when, { visit }) => {
      const arrival = Promise.withResolvers<void>()
      const page = await visit({
        ...scenario,
        waitUntil: 'none',
        files: { only: '/follow-', after: arrival.promise },
      })
      await page.until(() => /Ada|ada/.test(document.querySelector('main')?.innerHTML ?? ''))
      await page.run(change)
      if (when === 'a while later')
        await page.run(
          () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
        )
      await page.run(() => motif.stop())
      const inside = () => document.querySelector('main')?.innerHTML
      expect(await page.run(inside)).toBe(own)
      arrival.resolve()
      expect(await page.complaints()).toEqual([])
    })
  })

  test('stop() leaves nothing personal of a text to which the page has appended', async ({ visit }) => {
    const arrival = Promise.withResolvers<void>()
    const page = await visit({
      body: '<main><h1>Welcome</h1></main>',
      content: [{ selector: 'h1', type: 'text', payload: 'Hello Ada' }],
      waitUntil: 'none',
      files: { only: '/follow-', after: arrival.promise },
    })
    await page.until(() => document.querySelector('h1')?.textContent === 'Hello Ada')
    await page.run(() => {
      const [target] = document.querySelectorAll('h1')
      ;(target?.firstChild as Text | undefined)?.appendData('™')
    })
    await page.run(() => motif.stop())
    expect(await page.text('h1')).toBe('Welcome™')
    arrival.resolve()
  })

  test('stop() gives back a text that the page has normalised away', async ({ visit }) => {
    const arrival = Promise.withResolvers<void>()
    const page = await visit({
      body: '<main><h1>Welcome <i>dear</i> <b>friend</b></h1></main>',
      content: [{ selector: 'h1', type: 'text', payload: 'Hello Ada' }],
      waitUntil: 'none',
      files: { only: '/follow-', after: arrival.promise },
    })
    await page.until(() => document.querySelector('h1')?.textContent === 'Hello Ada')
    await page.run(() => document.querySelector('h1')?.normalize())
    await page.run(() => motif.stop())
    expect(await page.run(() => document.querySelector('main')?.innerHTML)).toBe(
      '<h1>Welcome <i>dear</i> <b>friend</b></h1>',
    )
    arrival.resolve()
  })

  /** What a page writes over a first write in which the personal words, or another item's address, are only a part. */
  const overwritten: Record<string, { page: Scenario; first: string; change(): void; own: string }> = {
    'a price that ends like the personal one': {
      page: {
        body: '<main><p>39 €</p></main>',
        content: [{ selector: 'p', type: 'text', payload: '9 €' }],
      },
      first: '<p>9 €</p>',
      change: () => {
        const text = document.querySelector('p')?.firstChild as Text
        text.data = '19 €'
      },
      own: '<p>19 €</p>',
    },
    'a word that ends like the personal one': {
      page: {
        body: '<main><p>Every plan</p></main>',
        content: [{ selector: 'p', type: 'text', payload: 'limited' }],
      },
      first: '<p>limited</p>',
      change: () => {
        const text = document.querySelector('p')?.firstChild as Text
        text.data = 'unlimited'
      },
      own: '<p>unlimited</p>',
    },
    'an address, and then has it match a later item,': {
      page: {
        body: '<main><a href="/old">Start</a></main>',
        content: [
          { selector: 'main a', type: 'href', payload: '/ada' },
          { selector: '.late', type: 'href', payload: '/lovelace' },
        ],
      },
      first: '<a href="/ada">Start</a>',
      change: () => {
        const link = document.querySelector('main a')
        link?.setAttribute('href', '/new')
        link?.setAttribute('class', 'late')
      },
      own: '<a href="/new" class="late">Start</a>',
    },
  }

  test.for(Object.entries(overwritten))(
    'stop() leaves what the page has written: %s',
    async ([, { page: scenario, first, change, own }], { visit }) => {
      const arrival = Promise.withResolvers<void>()
      const page = await visit({
        ...scenario,
        waitUntil: 'none',
        files: { only: '/follow-', after: arrival.promise },
      })
      const inside = () => document.querySelector('main')?.innerHTML
      await page.until((html) => document.querySelector('main')?.innerHTML === html, first)
      await page.run(change)
      await page.run(
        () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
      )
      await page.run(() => motif.stop())
      expect(await page.run(inside)).toBe(own)
      arrival.resolve()
      expect(await page.complaints()).toEqual([])
    },
  )
})
