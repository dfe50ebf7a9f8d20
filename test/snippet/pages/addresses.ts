import { one, type Page } from './page.ts'

const set = (selector: string, name: string, value: string) => () => one(selector).setAttribute(name, value)

/** What a page does with `Book a demo`, whose personal address has a blank. */
const book = (act: () => void, after: string): Page => ({
  before: '<a id="book" href="/book">Book a demo</a>',
  items: [['href', '#book', 'https://example.org/book?name=Mara%20Lindt']],
  act,
  after: `<a id="book" href="${after.replace(/&/g, '&amp;')}">Book a demo</a>`,
  afterStop: '<a id="book" href="/book">Book a demo</a>',
})
const decorated = (address: string) => book(set('#book', 'href', address), address)

export const links: Record<string, Page> = {
  'links, areas and links of an SVG': {
    before:
      '<a href="/old">A</a><a>B</a><map name="m"><area href="/old"></map><svg><a href="/old"><text>C</text></a></svg>',
    items: [['href', 'a,area', '/new?x=1#y']],
    after:
      '<a href="/new?x=1#y">A</a><a href="/new?x=1#y">B</a><map name="m"><area href="/new?x=1#y"></map><svg><a href="/new?x=1#y"><text>C</text></a></svg>',
  },
  'a link and its words': {
    before: '<a href="/old">A</a>',
    items: [
      ['href', 'a', '/ada'],
      ['text', 'a', 'Ada'],
    ],
    after: '<a href="/ada">Ada</a>',
  },
  'other schemes are refused, and the page keeps its own': {
    before: '<a class="a" href="/a">A</a><a class="b" href="/b">B</a><a class="c" href="/c">C</a>',
    items: [
      ['href', '.a', 'java\nscript:window.ran=1'],
      ['href', '.b', 'data:image/png;base64,AA'],
      ['href', '.c', 'file:///etc/passwd'],
    ],
    after: '<a class="a" href="/a">A</a><a class="b" href="/b">B</a><a class="c" href="/c">C</a>',
    report: { applied: [], refused: [0, 1, 2] },
  },
  'an address for what has none is refused': {
    before: '<h1>A</h1><button>B</button>',
    items: [
      ['href', 'h1', '/x'],
      ['src', 'button', '/x.png'],
    ],
    after: '<h1>A</h1><button>B</button>',
    report: { applied: [], refused: [0, 1] },
  },
  'what forwards a campaign keeps its addition': decorated(
    'https://example.org/book?name=Mara+Lindt&utm_source=mail',
  ),
  'another spelling of the same address stays': decorated('HTTPS://EXAMPLE.ORG:443/book?name=Mara+Lindt'),
  'a place in the page, added, stays': decorated('https://example.org/book?name=Mara+Lindt#form'),
  'the page’s own address, set again, is written over': {
    ...book(set('#book', 'href', '/book?utm_source=mail'), 'https://example.org/book?name=Mara%20Lindt'),
    afterStop: '<a id="book" href="/book?utm_source=mail">Book a demo</a>',
  },
  'an own address that has the personal one in it is the page’s own': {
    before: '<a href="/own?x=1">Go there</a>',
    items: [['href', 'a', '/own']],
    act: set('a', 'href', '/own?x=2'),
    after: '<a href="/own">Go there</a>',
    afterStop: '<a href="/own?x=2">Go there</a>',
  },
}

const pixel = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

export const pictures: Record<string, Page> = {
  'a picture, whatever its sizes and sources say': {
    before:
      '<img class="a" src="/a.svg" srcset="/a2.svg 2x"><picture><source srcset="/wide.svg" media="(min-width: 1px)"><img class="b" src="/b.svg"></picture>',
    items: [['src', 'img', '/ada.svg']],
    after:
      '<img class="a" src="/ada.svg" srcset=""><picture><source srcset="/wide.svg" media="not all"><img class="b" src="/ada.svg"></picture>',
  },
  'a source, and its picture has another item': {
    before: '<picture><source srcset="/wide.svg"><img src="/a.svg"></picture>',
    items: [
      ['src', 'img', '/ada.svg'],
      ['src', 'source', '/ada-wide.svg'],
    ],
    after: '<picture><source srcset="/ada-wide.svg"><img src="/ada.svg"></picture>',
  },
  'sources that come later': {
    before: '<picture><img src="/a.svg"></picture>',
    items: [['src', 'img', '/ada.svg']],
    act: () => one('picture').insertAdjacentHTML('afterbegin', '<source srcset="/wide.svg">'),
    after: '<picture><source srcset="/wide.svg" media="not all"><img src="/ada.svg"></picture>',
    afterStop: '<picture><source srcset="/wide.svg"><img src="/a.svg"></picture>',
  },
  'a video, its source and an audio': {
    before: '<video src="/a.mp4"></video><video><source src="/b.mp4"></video><audio src="/c.mp3"></audio>',
    items: [['src', 'video[src],source,audio', '/ada']],
    after: '<video src="/ada"></video><video><source src="/ada"></video><audio src="/ada"></audio>',
  },
  'a picture may be in its address, and nothing else': {
    before: '<img class="a" src="/a.svg"><img class="b" src="/b.svg"><img class="c" src="/c.svg">',
    items: [
      ['src', '.a', pixel],
      ['src', '.b', 'data:text/html,x'],
      ['src', '.c', 'javascript:1'],
    ],
    after: `<img class="a" src="${pixel}"><img class="b" src="/b.svg"><img class="c" src="/c.svg">`,
    report: { applied: [0], refused: [1, 2] },
  },
  'another version of the page’s own is not the personal one': {
    before: '<div><img src="card.svg?v=1"></div>',
    items: [['src', 'img', 'card.svg']],
    act: () => {
      one('div').innerHTML = '<img src="card.svg?v=2">'
    },
    after: '<div><img src="card.svg"></div>',
    afterStop: '<div><img src="card.svg?v=2"></div>',
  },
  'a background picture, and its gradient stays': {
    before:
      '<div style="color: red; background-image: linear-gradient(red, blue), url(&quot;https://x.example/a.svg&quot;);">A</div>',
    items: [['src', 'div', 'https://x.example/ada.svg']],
    after:
      '<div style="color: red; background-image: linear-gradient(red, blue), url(&quot;https://x.example/ada.svg&quot;) !important;">A</div>',
  },
}
