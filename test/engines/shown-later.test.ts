import { describe, expect } from 'vitest'
import { waitForFrames } from '../support/frames.ts'
import { test, type Visit } from '../support/visit.ts'

// Words inside a target that are shown only after the text was written: faded in, turned, or by a style sheet that comes late.

const content = [
  { selector: 'h1', type: 'text', payload: 'Hello Ada' },
  // Only `follow` changes it: then it has come.
  { selector: '#sign', type: 'html', payload: '<b>Here</b>' },
] as const

/** What a visitor reads in the headline. */
function read() {
  const heading = document.querySelector('h1') as Element
  const texts = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT)
  const seen: string[] = []
  for (let text = texts.nextNode(); text; text = texts.nextNode())
    if (text.parentElement?.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      seen.push(`${text.textContent}`)
  return seen.join('').trim()
}

const whenFollowed = (page: Visit) => page.until(() => !!document.querySelector('#sign b'))

/** A headline of words, and how the page shows those that are not seen at first. */
const shows: Record<string, { head?: string; heading: string; show(): void }> = {
  'fade in by a script': {
    heading: '<span>Grow</span> <span style="opacity: 0">faster</span> <span style="opacity: 0">now</span>',
    show: () => {
      for (const span of document.querySelectorAll<HTMLElement>('h1 span')) span.style.opacity = '1'
    },
  },
  'fade in by animations of a script': {
    heading: '<span>Grow</span> <span class="in">faster</span> <span class="in">now</span>',
    head: `<script>addEventListener('DOMContentLoaded', () => {
      for (const span of document.querySelectorAll('.in'))
        span.animate([{ opacity: 0 }, { opacity: 1 }], { delay: 60_000, duration: 300, fill: 'both' })
    })</script>`,
    show: () => {
      for (const animation of document.getAnimations()) animation.finish()
    },
  },
  'take turns by a class and a transition': {
    head: '<style>.turn { opacity: 0; transition: opacity 10ms } .turn.on { opacity: 1 }</style>',
    heading: 'Built for <i class="turn on">teams</i><i class="turn">agencies</i>',
    show: () => {
      for (const turn of document.querySelectorAll('.turn')) turn.classList.toggle('on')
    },
  },
  'take turns by their own styles': {
    heading: 'Built for <i class="turn">teams</i><i class="turn" style="display: none">agencies</i>',
    show: () => {
      for (const turn of document.querySelectorAll<HTMLElement>('.turn'))
        turn.style.display = turn.style.display ? '' : 'none'
    },
  },
}

describe.each(Object.entries(shows))('words that %s', (_, { heading, show, head = '' }) => {
  test('are not seen beside the personal ones, and are given back', async ({ visit }) => {
    const page = await visit({
      head,
      body: `<h1>${heading}</h1><p id="sign">On its way</p>`,
      content: [...content],
    })
    await whenFollowed(page)
    expect(await page.run(read)).toBe('Hello Ada')
    for (let turn = 0; turn < 3; turn++) {
      await page.run(show)
      await page.run(waitForFrames, 3)
      await expect.poll(() => page.run(read)).toBe('Hello Ada')
    }
    await page.run(() => motif.stop())
    expect(await page.text('h1')).toBe(heading.replace(/<[^>]*>/g, ''))
    expect(await page.complaints()).toEqual([])
  })
})

const twins = '<span class="short">Grow</span><span class="long">Grow faster</span>'
const hidesShort = '.short { display: none }'

/** How a page comes to show the other one of two twins. */
const switches: Record<string, { head?: string; change(): void }> = {
  'a style sheet that was for print, until it had loaded': {
    head: '<link rel="stylesheet" href="/late.css" media="print" onload="this.media = \'all\'">',
    change: () => dispatchEvent(new Event('late')),
  },
  'a style element that a script adds': {
    change: () => document.head.insertAdjacentHTML('beforeend', '<style>.short { display: none }</style>'),
  },
  'another width of the window': {
    head: '<style id="wide" media="not all">.short { display: none }</style>',
    change: () => {
      document.querySelector('#wide')?.setAttribute('media', 'all')
      dispatchEvent(new Event('resize'))
    },
  },
}

describe.each(Object.entries(switches))('with %s', (_, { head = '', change }) => {
  test('the personal words are where they are seen', async ({ visit }) => {
    const styles = Promise.withResolvers<void>()
    const page = await visit({
      head,
      body: `<h1>${twins}</h1><p id="sign">On its way</p>`,
      assets: { '/late.css': { body: hidesShort, type: 'text/css', after: styles.promise } },
      content: [...content],
      waitUntil: 'none',
    })
    await whenFollowed(page)
    expect(await page.run(read)).toBe('Hello Ada')
    styles.resolve()
    await page.run(change)
    await page.until(() => getComputedStyle(document.querySelector('.short') as Element).display === 'none')
    await expect.poll(() => page.run(read)).toBe('Hello Ada')
    await page.run(() => motif.stop())
    expect(await page.run(() => document.querySelector('h1')?.innerHTML)).toBe(twins)
    expect(await page.complaints()).toEqual([])
  })
})

test.for([0, 1])(
  'a page that redraws an icon at every attribute change comes to an end (it adopts %i style sheets)',
  async (sheets, { visit }) => {
    const page = await visit({
      head: `<script>
        var draws = 0
        for (let n = 0; n < ${sheets}; n++) document.adoptedStyleSheets.push(new CSSStyleSheet())
        addEventListener('DOMContentLoaded', () =>
          new MutationObserver(() => {
            if (draws < 50_000) document.querySelector('svg').innerHTML = '<g>' + draws++ + '</g>'
          }).observe(document.body, { attributes: true, subtree: true }))
      </script>`,
      body: '<nav style="visibility: hidden"><h1><svg></svg><span>Welcome</span></h1></nav><p id="sign">On its way</p>',
      content: [...content],
    })
    await whenFollowed(page)
    await page.run(() => document.body.setAttribute('data-x', '1'))
    await page.run(waitForFrames, 5)
    expect(await page.run(() => (window as unknown as { draws: number }).draws)).toBeLessThan(10_000)
    expect(await page.text('h1 span')).toBe('Hello Ada')
  },
)

test('a headline that is not displayed yet is not written again and again', async ({ visit }) => {
  const heading = '<span style="display: none">Grow</span> <a href="/x" style="display: none">faster</a>'
  const page = await visit({ body: `<h1>${heading}</h1><p id="sign">On its way</p>`, content: [...content] })
  await whenFollowed(page)
  const changes = await page.run(async () => {
    let changes = 0
    const count = new MutationObserver((records) => {
      changes += records.length
    })
    const [span] = document.querySelectorAll('h1 span')
    span?.setAttribute('style', 'display: none; color: red')
    count.observe(document, { subtree: true, childList: true, characterData: true, attributes: true })
    for (let frame = 0; frame < 20; frame++) await new Promise((resolve) => requestAnimationFrame(resolve))
    count.disconnect()
    span?.setAttribute('style', 'display: inline')
    return changes
  })
  expect(changes).toBeLessThan(10)
  await expect.poll(() => page.run(read)).toBe('Hello Ada')
  await page.run(() => motif.stop())
  expect(await page.text('h1')).toBe('Grow faster')
})
