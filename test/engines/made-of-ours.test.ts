import { describe, expect } from 'vitest'
import type { ContentItem } from '../../wire/record.ts'
import { test } from '../support/visit.ts'

const svg = { body: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" width="9" height="9"/>' }
const pictures = { '/own.svg': svg, '/ada.svg': svg, '/wide.svg': svg, '/fallback.svg': svg }
const text = (selector: string, payload: string): ContentItem => ({ selector, type: 'text', payload })
const href: ContentItem = { selector: 'main a', type: 'href', payload: '/ada' }
const img: ContentItem = { selector: 'main img', type: 'src', payload: '/ada.svg' }
/** What only `follow` changes: then it has come. */
const sign: ContentItem = { selector: '#sign', type: 'html', payload: '<b>Here</b>' }
const here = () => !!document.querySelector('#sign b')
const inside = () => document.querySelector('main')?.innerHTML
const frames = () => new Promise((end) => requestAnimationFrame(() => requestAnimationFrame(end)))

interface Case {
  body: string
  items: ContentItem[]
  /** Main, once it is personal. */
  first: string
  change(): unknown
  /** Main after stop(). */
  own: string
  /** Where it fails. */
  at: ('before follow' | 'with follow')[]
}
const both: Case['at'] = ['before follow', 'with follow']
const before: Case['at'] = ['before follow']
const hello = [text('h1', 'Hello Ada')]
const dayAndNight = [text('.lead', 'Good day, Ada'), text('.late', 'Good night, Ada')]
/** Puts a copy of what main has behind it. */
const copy = () => {
  const main = document.querySelector('main')
  main?.append(...[...main.children].map((child) => child.cloneNode(true)))
}
/** As Chromium does with each text of a page. */
const translate = () => {
  document.documentElement.classList.add('translated-ltr')
  const font = document.createElement('font')
  font.innerHTML = '<font>Hallo Ada</font>'
  document.querySelector('h1')?.firstChild?.replaceWith(font)
}
const cases: Record<string, Case> = {
  'turns a word of a headline (textContent)': {
    body: '<h1>We build <span>apps</span></h1>',
    items: hello,
    first: '<h1>Hello Ada<span></span></h1>',
    change: () => {
      for (const one of document.querySelectorAll('h1 span')) one.textContent = 'sites'
    },
    own: '<h1>We build <span>sites</span></h1>',
    at: both,
  },
  'counts down in a sentence': {
    body: '<p>Only <b>3</b> left</p>',
    items: [text('main p', 'For Ada')],
    first: '<p>For Ada<b></b></p>',
    change: () => {
      for (const one of document.querySelectorAll('main b')) one.textContent = '2'
    },
    own: '<p>Only <b>2</b> left</p>',
    at: both,
  },
  'empties a word, among others': {
    body: '<h1>We build <span>apps</span> for <b>you</b></h1>',
    items: hello,
    first: '<h1>Hello Ada<span></span><b></b></h1>',
    change: () => document.querySelector('h1 span')?.replaceChildren(),
    own: '<h1>We build <span></span> for <b>you</b></h1>',
    at: both,
  },
  'puts an element in place of a word': {
    body: '<h1>We build <span>apps</span></h1>',
    items: hello,
    first: '<h1>Hello Ada<span></span></h1>',
    change: () => {
      const word = document.createElement('b')
      word.append('sites')
      document.querySelector('h1 span')?.replaceChildren(word)
    },
    own: '<h1>We build <span><b>sites</b></span></h1>',
    at: both,
  },
  'copies the second of two headlines': {
    body: '<h1>Welcome</h1><h2 class="a">Prices</h2>',
    items: [text('h1,h2', 'Hello Ada')],
    first: '<h1>Hello Ada</h1><h2 class="a">Hello Ada</h2>',
    change: () => {
      const headline = document.querySelector('h2')
      headline?.after(headline.cloneNode(true))
    },
    own: '<h1>Welcome</h1><h2 class="a">Prices</h2><h2 class="a">Prices</h2>',
    at: both,
  },
  'normalises a headline and adds to it': {
    body: '<h1>We <b>build</b> apps</h1>',
    items: hello,
    first: '<h1>Hello Ada<b></b></h1>',
    change: () => {
      document.querySelector('h1')?.normalize()
      document.querySelector('h1')?.insertAdjacentHTML('beforeend', '<u>Now</u>')
    },
    own: '<h1>We <b>build</b> apps<u>Now</u></h1>',
    at: both,
  },
  'copies a headline of several texts': {
    body: '<h1>We <b>build</b> apps</h1>',
    items: hello,
    first: '<h1>Hello Ada<b></b></h1>',
    change: copy,
    own: '<h1>We <b>build</b> apps</h1>'.repeat(2),
    at: both,
  },
  'adds to a headline, and then replaces it': {
    body: '<h1>Welcome</h1>',
    items: hello,
    first: '<h1>Hello Ada</h1>',
    change: async () => {
      document.querySelector('h1')?.insertAdjacentHTML('beforeend', '<u>Now</u>')
      await new Promise((end) => requestAnimationFrame(() => setTimeout(end)))
      const [target] = document.querySelectorAll('h1')
      if (target) target.outerHTML = `${target.outerHTML}`
    },
    own: '<h1>Welcome<u>Now</u></h1>',
    at: both,
  },
  'adds to a headline, and then to a copy in its place': {
    body: '<h1>Welcome</h1>',
    items: hello,
    first: '<h1>Hello Ada</h1>',
    change: async () => {
      document.querySelector('h1')?.append(' now')
      await new Promise((end) => requestAnimationFrame(() => setTimeout(end)))
      document.querySelector('h1')?.normalize()
      document.querySelector('h1')?.replaceWith(document.querySelector('h1')?.cloneNode(true) as Node)
      document.querySelector('h1')?.append(' and here')
    },
    own: '<h1>Welcome now and here</h1>',
    at: before,
  },
  'gives a link its address, and then copies it': {
    body: '<a href="/own">Go on</a>',
    items: [href, text('main a', 'Begin, Ada')],
    first: '<a href="/ada">Begin, Ada</a>',
    change: async () => {
      const link = document.querySelector('main a')
      link?.setAttribute('href', '/mine')
      await new Promise((end) => requestAnimationFrame(() => setTimeout(end)))
      link?.after(link.cloneNode(true))
    },
    own: '<a href="/mine">Go on</a>'.repeat(2),
    at: both,
  },
  'replaces the content of a picture': {
    body: '<picture><source srcset="/wide.svg"><img src="/own.svg" alt=""></picture>',
    items: [img],
    first: '<picture><source srcset="/wide.svg" media="not all"><img src="/ada.svg" alt=""></picture>',
    change: () => {
      for (const one of document.querySelectorAll('picture')) one.innerHTML = `${one.innerHTML}`
    },
    own: '<picture><source srcset="/wide.svg"><img src="/own.svg" alt=""></picture>',
    at: both,
  },
  'makes a copy of a text another item’s target': {
    body: '<p class="late">Night</p><p class="lead">Day</p>',
    items: dayAndNight,
    first: '<p class="late">Good night, Ada</p><p class="lead">Good day, Ada</p>',
    change: () => {
      const lead = document.querySelector('.lead')
      const copy = lead?.cloneNode(true) as Element
      copy.className = 'late'
      lead?.after(copy)
    },
    own: '<p class="late">Night</p><p class="lead">Day</p><p class="late">Day</p>',
    at: both,
  },
  'makes a text and a copy of it another item’s targets': {
    body: '<p class="late">Night</p><p class="lead">Day</p>',
    items: dayAndNight,
    first: '<p class="late">Good night, Ada</p><p class="lead">Good day, Ada</p>',
    change: () => {
      const lead = document.querySelector('.lead') as Element
      lead.className = 'late'
      lead.after(lead.cloneNode(true))
    },
    own: '<p class="late">Night</p><p class="late">Day</p><p class="late">Day</p>',
    at: both,
  },
  'makes a copy of a link another item’s target': {
    body: '<a href="/own">A</a><p><a href="/other">A</a></p>',
    items: [href, { selector: 'main p a', type: 'href', payload: '/acme' }],
    first: '<a href="/ada">A</a><p><a href="/acme">A</a></p>',
    change: () => {
      const link = document.querySelector('main > a')?.cloneNode(true)
      document.querySelector('main p')?.append(link as Node)
    },
    own: '<a href="/own">A</a><p><a href="/other">A</a><a href="/own">A</a></p>',
    at: both,
  },
  'adds a link and a picture that have the addresses themselves': {
    body: '<a href="/own">Sign up</a><img src="/own.svg" alt="One">',
    items: [href, img],
    first: '<a href="/ada">Sign up</a><img src="/ada.svg" alt="One">',
    change: () => {
      const more = '<a href="/ada">Prices</a><img src="/ada.svg" alt="Two">'
      document.querySelector('main')?.insertAdjacentHTML('beforeend', more)
    },
    own: '<a href="/own">Sign up</a><img src="/own.svg" alt="One"><a href="/ada">Prices</a><img src="/ada.svg" alt="Two">',
    at: both,
  },
  'does not let one of its texts be given back': {
    body: '<h3>One</h3><h3 id="bad">Two</h3><a href="/own">A</a><h3>Three</h3>',
    items: [text('main h3', 'For Ada'), href],
    first: '<h3>For Ada</h3><h3 id="bad">For Ada</h3><a href="/ada">A</a><h3>For Ada</h3>',
    change: () => {
      const set = () => {
        throw new Error('not this one')
      }
      const bad = document.querySelector('#bad')?.firstChild as Text
      Object.defineProperty(bad, 'data', { get: () => 'For Ada', set })
    },
    own: '<h3>One</h3><h3 id="bad">For Ada</h3><a href="/own">A</a><h3>Three</h3>',
    at: both,
  },
  'makes addresses absolute': {
    body: '<a href="/own">A</a><img src="/own.svg" alt="">',
    items: [href, img],
    first: '<a href="/ada">A</a><img src="/ada.svg" alt="">',
    change: () => {
      for (const one of document.querySelectorAll<HTMLAnchorElement>('main a')) one.href = `${one.href}`
      for (const one of document.querySelectorAll<HTMLImageElement>('main img')) one.src = `${one.src}`
    },
    own: '<a href="/own">A</a><img src="/own.svg" alt="">',
    at: both,
  },
  'decorates a link': {
    body: '<a href="/own">A</a>',
    items: [href],
    first: '<a href="/ada">A</a>',
    change: () => {
      for (const one of document.querySelectorAll<HTMLAnchorElement>('main a')) one.search = '?ref=x'
    },
    own: '<a href="/own">A</a>',
    at: both,
  },
  'has translated a headline of several texts': {
    body: '<h1>Welcome <b>friend</b></h1>',
    items: hello,
    first: '<h1>Hello Ada<b></b></h1>',
    change: translate,
    own: '<h1><font><font>Welcome </font></font><b>friend</b></h1>',
    at: both,
  },
  'has translated a headline with a label': {
    body: '<h1 aria-label="Welcome">Welcome</h1>',
    items: hello,
    first: '<h1 aria-label="Hello Ada">Hello Ada</h1>',
    change: translate,
    own: '<h1 aria-label="Welcome"><font><font>Welcome</font></font></h1>',
    at: before,
  },
  'writes words that begin with the personal ones in place': {
    body: '<b>you</b><i>5</i>',
    items: [text('main b', 'Al'), text('main i', '20')],
    first: '<b>Al</b><i>20</i>',
    change: () => {
      ;(document.querySelector('main b')?.firstChild as Text).nodeValue = 'All of us'
      ;(document.querySelector('main i')?.firstChild as Text).nodeValue = '200'
    },
    own: '<b>All of us</b><i>200</i>',
    at: both,
  },
  'adds markup behind the words of a headline': {
    body: '<h1>Welcome</h1>',
    items: hello,
    first: '<h1>Hello Ada</h1>',
    change: () => {
      for (const one of document.querySelectorAll('h1')) one.innerHTML += '<i>Now</i>'
    },
    own: '<h1>Welcome<i>Now</i></h1>',
    at: both,
  },
  'replaces a headline, which has another target inside, by its own markup': {
    body: '<h1>Welcome <b>friend</b></h1>',
    items: [...hello, text('h1 b', 'dear')],
    first: '<h1>Hello Ada<b>dear</b></h1>',
    change: () => {
      for (const one of document.querySelectorAll('h1')) one.innerHTML = `${one.innerHTML}`
    },
    own: '<h1>Welcome <b>friend</b></h1>',
    at: both,
  },
  'copies a text with something hidden inside': {
    body: '<p>Welcome<span hidden>, dear</span></p>',
    items: [text('main p', 'Hello Ada')],
    first: '<p>Hello Ada<span hidden="">, dear</span></p>',
    change: copy,
    own: '<p>Welcome<span hidden="">, dear</span></p>'.repeat(2),
    at: both,
  },
  'copies what has a link and its label inside': {
    body: '<p><a href="/own" aria-label="Read on">Read on</a></p>',
    items: [href, text('main a', 'For Ada')],
    first: '<p><a href="/ada" aria-label="For Ada">For Ada</a></p>',
    change: copy,
    own: '<p><a href="/own" aria-label="Read on">Read on</a></p>'.repeat(2),
    at: both,
  },
  'copies a picture with sources': {
    body: '<picture><source srcset="/wide.svg"><img src="/own.svg" alt=""></picture>',
    items: [img],
    first: '<picture><source srcset="/wide.svg" media="not all"><img src="/ada.svg" alt=""></picture>',
    change: copy,
    own: '<picture><source srcset="/wide.svg"><img src="/own.svg" alt=""></picture>'.repeat(2),
    at: both,
  },
  'replaces two cards by their own markup': {
    body: '<h3>Basic</h3><h3>Pro</h3>',
    items: [text('h3', 'For Ada')],
    first: '<h3>For Ada</h3><h3>For Ada</h3>',
    change: () => {
      for (const one of document.querySelectorAll('main')) one.innerHTML = `${one.innerHTML}`
    },
    own: '<h3>Basic</h3><h3>Pro</h3>',
    at: both,
  },
  'puts words before the personal ones in a new text': {
    body: '<h1>Welcome</h1>',
    items: hello,
    first: '<h1>Hello Ada</h1>',
    change: () => {
      for (const one of document.querySelectorAll('h1')) one.textContent = `New: ${one.textContent}`
    },
    own: '<h1>New: Welcome</h1>',
    at: both,
  },
  'doubles a text, which scrolls': {
    body: '<h1>Welcome</h1>',
    items: hello,
    first: '<h1>Hello Ada</h1>',
    change: () => {
      for (const one of document.querySelectorAll('h1')) {
        const text = one.firstChild as Text
        text.data = `${text.data} · ${text.data}`
      }
    },
    own: '<h1>Welcome · Welcome</h1>',
    at: both,
  },
  'writes the personal words in capitals beside others': {
    body: '<h1>Welcome</h1>',
    items: hello,
    first: '<h1>Hello Ada</h1>',
    change: () => {
      for (const one of document.querySelectorAll('h1'))
        one.innerHTML = `<b>${one.textContent.toUpperCase()}</b><i>New</i>`
    },
    own: '<h1><b>Welcome</b><i>New</i></h1>',
    at: both,
  },
}

describe.each(Object.entries(cases))('a page that %s', (_, given) => {
  test.for(given.at)('is given back by stop(), %s', async (when, { visit }) => {
    const page = await visit({
      body: `<main>${given.body}</main><i id="sign">On its way</i>`,
      content: [...given.items, sign],
      assets: pictures,
      waitUntil: 'none',
      files: when === 'before follow' ? { only: '/follow-', after: new Promise(() => {}) } : {},
    })
    await expect.poll(() => page.run(inside)).toBe(given.first)
    if (when === 'with follow') await page.until(here)
    await page.run(given.change)
    await page.run(frames)
    await page.run(() => motif.stop())
    expect(await page.run(inside)).toBe(given.own)
  })
})
