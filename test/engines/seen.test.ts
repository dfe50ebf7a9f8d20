import { expect } from 'vitest'
import { waitForFrames } from '../support/frames.ts'
import { test } from '../support/visit.ts'

// Where a target has several different texts, what nobody can see keeps its own: only a browser knows what that is.

const content = [{ selector: 'h1', type: 'text', payload: 'Hello Ada' } as const]

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

const styles = `<style>
  .screen-reader-text { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
  .off { position: absolute; left: -9999px }
  .d-none { display: none }
  .invisible { visibility: hidden }
  .clear { opacity: 0 }
  .icon { font-family: 'Material Icons'; font-size: 20px }
</style>`

/** A headline in which something says other words, and what the headline says then. */
const twins: Record<string, [html: string, personal: string]> = {
  'for screen readers': [
    'Book <span class="screen-reader-text">in our shop</span>',
    'Hello Ada<span class="screen-reader-text">in our shop</span>',
  ],
  'outside of the page': [
    '<span class="off">Menu</span><b>Book</b>',
    '<span class="off">Menu</span><b>Hello Ada</b>',
  ],
  'for other screens': [
    '<span class="d-none">Grow now</span><span>Grow</span>',
    '<span class="d-none">Grow now</span><span>Hello Ada</span>',
  ],
  'that is invisible': [
    '<span class="invisible">Loading</span>Book',
    '<span class="invisible">Loading</span>Hello Ada',
  ],
  'that is transparent': [
    'Book<span class="clear">Copied</span>',
    'Hello Ada<span class="clear">Copied</span>',
  ],
  'that is the name of an icon': [
    'Book <span class="icon">arrow_forward</span>',
    'Hello Ada<span class="icon">arrow_forward</span>',
  ],
}

test.for(Object.entries(twins))('words %s keep their own', async ([, [html, personal]], { visit }) => {
  const page = await visit({ head: styles, body: `<h1>${html}</h1>`, content })
  const inside = () => page.run(() => document.querySelector('h1')?.innerHTML)
  await expect.poll(inside).toBe(personal)
  await page.run(() => motif.stop())
  expect(await inside()).toBe(html)
})

/** A headline of words, and how the page shows those that are not seen at first. */
const shows: Record<string, { head?: string; heading: string; show(): void }> = {
  'fade in by a script': {
    heading: '<span>Grow</span> <span style="opacity: 0">faster</span> <span style="opacity: 0">now</span>',
    show: () => {
      for (const span of document.querySelectorAll<HTMLElement>('h1 span')) span.style.opacity = '1'
    },
  },
  'take turns by a class': {
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

test.for(Object.entries(shows))(
  'words that %s are not seen beside the personal ones, and are given back',
  async ([, { heading, show, head = '' }], { visit }) => {
    const page = await visit({ head, body: `<h1>${heading}</h1>`, content })
    await expect.poll(() => page.run(read)).toBe('Hello Ada')
    for (let turn = 0; turn < 3; turn++) {
      await page.run(show)
      await page.run(waitForFrames, 3)
      await expect.poll(() => page.run(read)).toBe('Hello Ada')
    }
    await page.run(() => motif.stop())
    expect(await page.text('h1')).toBe(heading.replace(/<[^>]*>/g, ''))
    expect(await page.complaints()).toEqual([])
  },
)
