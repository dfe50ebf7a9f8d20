import { hide, one, type Page, splitLetters } from './page.ts'

const icon = '<svg width="9" height="9"></svg>'

/** What of a target a text changes. */
export const targets: Record<string, Page> = {
  'all that a selector matches': {
    before: '<p class="name">A</p><div><p class="name">B</p></div><p>C</p>',
    items: [['text', '.name', 'Ada']],
    after: '<p class="name">Ada</p><div><p class="name">Ada</p></div><p>C</p>',
  },
  'markup shows as characters': {
    before: '<h1>Welcome</h1>',
    items: [['text', 'h1', '<b>Ada</b> & Co']],
    after: '<h1>&lt;b&gt;Ada&lt;/b&gt; &amp; Co</h1>',
  },
  'the first text with words gets the payload, others are emptied': {
    before: '<h1> <i></i>Welcome, <b>dear <i>friend</i></b>!</h1>',
    items: [['text', 'h1', 'Hello Ada']],
    after: '<h1> <i></i>Hello Ada <b><i></i></b></h1>',
  },
  'an element without text gets one': {
    before: '<h2></h2><h3><!-- none --></h3>',
    items: [['text', 'h2,h3', 'Hello Ada']],
    after: '<h2>Hello Ada</h2><h3><!-- none -->Hello Ada</h3>',
  },
  'a headline in two lines becomes one': {
    before: '<h1>Grow<br>faster</h1>',
    items: [['text', 'h1', 'Hello Ada']],
    after: `<h1>Hello Ada<br ${hide}></h1>`,
  },
  'an icon stays, and the blank beside it': {
    before: `<a href="/">Get started ${icon}</a><b>${icon} Get started</b><u><i class="fa fa-arrow"></i> Go</u>`,
    items: [['text', 'a,b,u', 'Begin']],
    after: `<a href="/">Begin ${icon}</a><b>${icon} Begin</b><u><i class="fa fa-arrow"></i> Begin</u>`,
  },
  'a picture stays': {
    before: '<a href="/"><img src="/logo.svg" alt="Launch"> Launch</a>',
    items: [['text', 'a', 'Begin']],
    after: '<a href="/"><img src="/logo.svg" alt="Launch"> Begin</a>',
  },
  'both texts of a button that rolls from one to the other': {
    before: '<a class="roll"><span>Book now</span><span>Book now</span></a>',
    items: [['text', '.roll', 'Begin, Ada']],
    after: '<a class="roll"><span>Begin, Ada</span><span>Begin, Ada</span></a>',
  },
  'a picture that stands for a character goes with the words': {
    before: '<h1>Hello <img alt="👋" src="data:,"> there</h1>',
    items: [['text', 'h1', 'Hi Ada']],
    after: `<h1>Hi Ada<img alt="👋" src="data:," ${hide}></h1>`,
  },
  'a link inside loses its words, and gets them back': {
    before: '<p>Read <a href="/terms">our terms</a> first</p>',
    items: [['text', 'p', 'Hello Ada']],
    after: '<p>Hello Ada<a href="/terms"></a></p>',
  },
  'not what somebody writes, chooses or reads without scripts': {
    before: '<label>Message <textarea>I would like</textarea><select><option>Basic</option></select></label>',
    items: [['text', 'label', 'For us, Ada']],
    after:
      '<label>For us, Ada <textarea>I would like</textarea><select><option>Basic</option></select></label>',
  },
  'the placeholder of a field': {
    before: '<input type="email" placeholder="E-mail"><textarea placeholder="Words">Own</textarea>',
    items: [['text', 'input,textarea', 'Ada']],
    after: '<input type="email" placeholder="Ada"><textarea placeholder="Ada">Own</textarea>',
  },
  'labels that said the old words': {
    before:
      '<a href="/" aria-label="Book now" title="Book now"><span>Book  now</span></a><button title="Other">Buy</button>',
    items: [
      ['text', 'span', 'Begin, Ada'],
      ['text', 'button', 'Begin'],
    ],
    after:
      '<a href="/" aria-label="Begin, Ada" title="Begin, Ada"><span>Begin, Ada</span></a><button title="Other">Begin</button>',
  },
  'a target inside another keeps its own words': {
    before: '<div class="card">Intro <b>Name</b> and more</div>',
    items: [
      ['text', '.card b', 'Ada'],
      ['text', '.card', 'For '],
    ],
    after: '<div class="card">For <b>Ada</b></div>',
  },
  'of two items on one target the later': {
    before: '<h1 class="a b">A</h1>',
    items: [
      ['text', '.a', 'first'],
      ['text', '.b', 'second'],
    ],
    after: '<h1 class="a b">second</h1>',
    report: { applied: [1], contested: [] },
  },
  'an invalid selector harms its own item alone': {
    before: '<h1>A</h1><h2>B</h2>',
    items: [
      ['text', 'h1', 'one'],
      ['text', ':nonsense(', 'two'],
      ['text', 'h2!', 'three'],
      ['text', '', 'four'],
      ['text', 'h2', 'five'],
    ],
    after: '<h1>one</h1><h2>five</h2>',
    report: { applied: [0, 4], refused: [] },
  },
  'the whole page is no target': {
    before: '<h1>Own</h1>',
    items: [
      ['text', 'body', 'Ada'],
      ['html', 'html', '<b>Ada</b>'],
      ['text', 'head', 'Ada'],
      ['text', 'h1', 'Ada'],
    ],
    after: '<h1>Ada</h1>',
    report: { applied: [3], refused: [0, 1, 2] },
  },
  'code and what is embedded are no targets': {
    before:
      '<style>p {}</style><template>kept</template><object data="/o">kept</object><svg><title>T</title></svg><img alt="own"><h1>A</h1>',
    items: [
      ['text', 'style', 'x'],
      ['text', 'template', 'x'],
      ['html', 'object', '<b>x</b>'],
      ['text', 'svg title', 'x'],
      ['text', 'img', 'x'],
      ['text', 'h1', 'done'],
    ],
    after:
      '<style>p {}</style><template>kept</template><object data="/o">kept</object><svg><title>T</title></svg><img alt="own"><h1>done</h1>',
    report: { applied: [5], refused: [0, 1, 2, 3, 4] },
  },
}

const rocket = '<img class="emoji" alt="🚀">'

/** What a page makes of personal words, and they still say the same. */
export const made: Record<string, Page> = {
  'the page splits the words into letters': {
    before: '<h1>Welcome</h1>',
    items: [['text', 'h1', 'Hi A']],
    act: () => splitLetters('h1'),
    after: '<h1><span>H</span><span>i</span><span> </span><span>A</span></h1>',
    afterStop: '<h1><span>Welcome</span><span></span><span></span><span></span></h1>',
  },
  'the page had split its own words': {
    before: '<h1><span>Wel</span><span>come</span></h1>',
    items: [['text', 'h1', 'Hello Ada']],
    after: '<h1><span>Hello Ada</span><span></span></h1>',
  },
  'the page writes them in upper case': {
    before: '<h1>Welcome</h1>',
    items: [['text', 'h1', 'Hello Ada']],
    act: () => {
      one('h1').textContent = 'HELLO ADA'
    },
    after: '<h1>HELLO ADA</h1>',
    afterStop: '<h1>Welcome</h1>',
  },
  'a letter alone is not the same in another case': {
    before: '<p>a</p>',
    items: [['text', 'p', 'A']],
    after: '<p>A</p>',
  },
  'the page joins the last two words': {
    before: '<h1>Welcome to us</h1>',
    items: [['text', 'h1', 'Made for Ada']],
    act: () => {
      one('h1').textContent = 'Made for\u00a0Ada'
    },
    after: '<h1>Made for&nbsp;Ada</h1>',
    afterStop: '<h1>Welcome to us</h1>',
  },
  'the page wraps them': {
    before: '<h1>Welcome</h1>',
    items: [['text', 'h1', 'Hello Ada']],
    act: () => {
      const inner = document.createElement('span')
      inner.append(...one('h1').childNodes)
      one('h1').append(inner)
    },
    after: '<h1><span>Hello Ada</span></h1>',
    afterStop: '<h1><span>Welcome</span></h1>',
  },
  'the page types them letter by letter': {
    before: '<h1>Welcome</h1>',
    items: [['text', 'h1', 'Hello Ada']],
    act: () => {
      one('h1').textContent = 'Hell'
    },
    after: '<h1>Hell</h1>',
    afterStop: '<h1>Hell</h1>',
  },
  'the page draws emoji as pictures': {
    before: '<h1>Hello there</h1><a id="go" href="#">Go</a>',
    items: [
      ['text', 'h1', 'Hi Lindtwerk 🚀 team'],
      ['text', '#go', 'Start 🚀'],
    ],
    act: () => {
      for (const element of document.querySelectorAll('h1,a'))
        element.innerHTML = `${element.textContent}`.replace('🚀', '<img class="emoji" alt="🚀">')
    },
    after: `<h1>Hi Lindtwerk ${rocket} team</h1><a id="go" href="#">Start ${rocket}</a>`,
    afterStop: '<h1>Hello there</h1><a id="go" href="#">Go</a>',
  },
  'the browser translates them': {
    before: '<h1>Welcome</h1>',
    items: [['text', 'h1', 'Hello Ada']],
    act: () => {
      document.documentElement.className = 'translated-ltr'
      one('h1').innerHTML = '<font><font>Hallo Ada</font></font>'
    },
    after: '<h1><font><font>Hallo Ada</font></font></h1>',
    afterStop: '<h1><font><font>Welcome</font></font></h1>',
  },
  'the page copies them, for a carousel': {
    before: '<ul><li class="quote">One</li></ul>',
    items: [['text', '.quote', 'Ada likes it']],
    act: () => {
      one('ul').append(one('li').cloneNode(true))
      one('ul').append(one('li').cloneNode(true))
    },
    after:
      '<ul><li class="quote">Ada likes it</li><li class="quote">Ada likes it</li><li class="quote">Ada likes it</li></ul>',
    afterStop: '<ul><li class="quote">One</li><li class="quote">One</li><li class="quote">One</li></ul>',
  },
  'a copy of them is written over by the page': {
    before: '<ul><li class="quote">One</li></ul>',
    items: [['text', '.quote', 'Ada likes it']],
    act: () => {
      const copy = one('li').cloneNode(true)
      one('ul').append(copy)
      copy.textContent = 'Two'
    },
    after: '<ul><li class="quote">Ada likes it</li><li class="quote">Ada likes it</li></ul>',
    afterStop: '<ul><li class="quote">One</li><li class="quote">Two</li></ul>',
  },
}

/** What a page does later. */
export const later: Record<string, Page> = {
  'what the page renders over is changed again, and its last words are given back': {
    before: '<h1>Welcome</h1>',
    items: [['text', 'h1', 'Hello Ada']],
    act: () => {
      one('h1').textContent = 'Welcome back'
    },
    after: '<h1>Hello Ada</h1>',
    afterStop: '<h1>Welcome back</h1>',
  },
  'what the page renders again is changed, too': {
    before: '<main><h1>Welcome</h1></main>',
    items: [['text', 'h1', 'Hello Ada']],
    act: () => {
      one('main').innerHTML = '<h1>Again</h1><h1>And again</h1>'
    },
    after: '<main><h1>Hello Ada</h1><h1>Hello Ada</h1></main>',
    afterStop: '<main><h1>Again</h1><h1>And again</h1></main>',
  },
  'a page that renders the same words is personal again': {
    before: '<h1>Welcome</h1>',
    items: [['text', 'h1', 'Hello Ada']],
    act: () => {
      one('h1').replaceChildren('Welcome')
    },
    after: '<h1>Hello Ada</h1>',
  },
  'an element that comes later is changed': {
    before: '<main></main>',
    items: [['text', '.late b', 'Hello Ada']],
    act: () => {
      one('main').innerHTML = '<p class="late"><b>Late</b></p>'
    },
    after: '<main><p class="late"><b>Hello Ada</b></p></main>',
    afterStop: '<main><p class="late"><b>Late</b></p></main>',
  },
  'an element that comes to match is changed': {
    before: '<div><h2>Welcome</h2></div>',
    items: [['text', '.open h2', 'Hello Ada']],
    act: () => {
      one('div').className = 'open'
    },
    after: '<div class="open"><h2>Hello Ada</h2></div>',
    afterStop: '<div class="open"><h2>Welcome</h2></div>',
  },
  'an element that matches no more gets its own words back': {
    before: '<div class="open"><h2>Welcome</h2></div>',
    items: [['text', '.open h2', 'Hello Ada']],
    act: () => {
      one('div').className = 'shut'
    },
    after: '<div class="shut"><h2>Welcome</h2></div>',
    afterStop: '<div class="shut"><h2>Welcome</h2></div>',
  },
  'the first child is another one now': {
    before: '<ul><li>One</li><li>Two</li></ul>',
    items: [['text', 'li:first-child', 'Ada']],
    act: () => {
      const first = document.createElement('li')
      first.textContent = 'New'
      one('ul').prepend(first)
    },
    after: '<ul><li>Ada</li><li>One</li><li>Two</li></ul>',
    afterStop: '<ul><li>New</li><li>One</li><li>Two</li></ul>',
  },
  'a banner in front moves the positions, and the words stand in one place': {
    before: '<section><h2>One</h2></section><section><h2>Two</h2></section>',
    items: [['text', 'body > section:nth-child(2) h2', 'For Lindtwerk']],
    act: () => document.body.insertAdjacentHTML('afterbegin', '<section><h2>Cookies</h2></section>'),
    after:
      '<section><h2>Cookies</h2></section><section><h2>For Lindtwerk</h2></section><section><h2>Two</h2></section>',
    afterStop:
      '<section><h2>Cookies</h2></section><section><h2>One</h2></section><section><h2>Two</h2></section>',
  },
  'a later item finds the target of another': {
    before: '<h1>Welcome</h1>',
    items: [
      ['text', 'h1', 'first'],
      ['text', '.on', 'second'],
    ],
    act: () => {
      one('h1').className = 'on'
    },
    after: '<h1 class="on">second</h1>',
    afterStop: '<h1 class="on">Welcome</h1>',
  },
  'a page that writes over each change wins': {
    before: '<h1>Mine</h1><h2>B</h2>',
    items: [
      ['text', 'h1', 'Hello Ada'],
      ['text', 'h2', 'Peace'],
    ],
    act: () => {
      const mine = () => {
        if (one('h1').textContent !== 'Mine') one('h1').textContent = 'Mine'
      }
      new MutationObserver(mine).observe(one('h1'), { childList: true, characterData: true, subtree: true })
      mine()
    },
    after: '<h1>Mine</h1><h2>Peace</h2>',
    afterStop: '<h1>Mine</h1><h2>B</h2>',
    report: { applied: [1], contested: [0] },
  },
  'sixty prices that the page sets once are no fight': {
    before: `<ul>${'<li>9</li>'.repeat(60)}</ul>`,
    items: [['text', 'li', '7']],
    act: () => {
      for (const price of document.querySelectorAll('li')) price.textContent = '8'
    },
    after: `<ul>${'<li>7</li>'.repeat(60)}</ul>`,
    afterStop: `<ul>${'<li>8</li>'.repeat(60)}</ul>`,
  },
  'after stop() words that are the page’s own are where they were': {
    before: '<h1>Meet <em>Launch</em></h1>',
    items: [['text', 'h1', 'Meet Launch']],
    after: '<h1>Meet Launch<em></em></h1>',
  },
  'after stop() nothing is changed': {
    before: '<h1>Welcome</h1>',
    items: [['text', 'h1', 'Hello Ada']],
    after: '<h1>Hello Ada</h1>',
    actLast: {
      act: () => document.body.insertAdjacentHTML('beforeend', '<h1>Later</h1>'),
      after: '<h1>Welcome</h1><h1>Later</h1>',
    },
  },
  'after stop() what the page has put away says the page’s own words': {
    before: '<main><h1>Welcome</h1></main>',
    items: [['text', 'h1', 'Hello Ada']],
    act: () => {
      Object.assign(window, { put: one('h1') })
      one('main').replaceChildren()
    },
    after: '<main></main>',
    afterStop: '<main></main>',
    actLast: {
      act: () => one('main').append((window as never as { put: Node }).put),
      after: '<main><h1>Welcome</h1></main>',
    },
  },
}
