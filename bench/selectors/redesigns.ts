import {
  insert,
  moveBefore,
  rebuild,
  remove,
  renameClasses,
  retag,
  type Step,
  setText,
  unwrap,
  wrap,
} from './steps.ts'

/** The redesign of a page of which no later version is published. */
interface Redesign {
  /** Why a real site would do this. */
  reason: string
  steps: Step[]
}

const bulmaClasses = { 'has-text-centered': 'has-text-align-centered' }

/** The redesigns, by page. The other pages have a second version in `test/fixtures/redesigns`. */
export const redesigns: Record<string, Redesign> = {
  'bulma-landing': {
    reason: 'The product has launched: a banner says so, the picture is beside the text, the form is a form.',
    steps: [
      insert('prepend', 'body', '<div class="notification is-primary"><p>We are live!</p></div>'),
      wrap(
        '.hero-body h1',
        '<div class="columns is-vcentered"><div class="column"><slot></slot></div></div>',
      ),
      setText('h1', 'Now open'),
      retag('.box .field', 'form'),
      retag('.box .button', 'button'),
      renameClasses({ ...bulmaClasses, 'is-fullheight': 'is-medium' }),
    ],
  },
  'bulma-hero': {
    reason: 'The introduction comes first, a fourth feature is new, and the tiles are gone.',
    steps: [
      moveBefore('.intro', '.columns.features'),
      insert(
        'prepend',
        '.columns.features',
        '<div class="column is-3"><div class="card"><div class="card-content"><div class="content"><h4>New</h4><p>A fourth one.</p></div></div></div></div>',
      ),
      renameClasses({ 'is-4': 'is-3', ...bulmaClasses }),
      remove('.sandbox > .tile.is-ancestor:nth-child(1)'),
      wrap('.box.cta', '<section class="section"></section>'),
      retag('section.container', 'main'),
    ],
  },
  'bulma-product': {
    reason: 'The shop shows a second picture, moves the price above the stars, and its story to the top.',
    steps: [
      insert('before', '.image.is-16by9', '<div class="image is-1by1"><img src="second.jpg"></div>'),
      moveBefore('nav.level', '.item-ratings'),
      moveBefore('.section:has(> .hero)', '.column.is-12'),
      wrap('.product-header', '<header class="product-top"></header>'),
      renameClasses({ 'is-16by9': 'is-4by3' }),
    ],
  },
  'bulma-blog': {
    reason: 'A pinned article stands before the others, and articles are marked up as such.',
    steps: [
      insert(
        'before',
        '.card.article',
        '<div class="card article is-pinned"><div class="card-content"><p class="title article-title">Pinned</p></div></div>',
      ),
      retag('.card.article', 'article'),
      wrap('.articles', '<main></main>'),
      renameClasses({ 'is-danger': 'is-primary' }),
    ],
  },
  'material-kit-landing': {
    reason: 'The team comes first, a review is new, and Bootstrap 5 has other classes.',
    steps: [
      moveBefore('.section:has(.team)', '.main .section'),
      insert(
        'prepend',
        '.main > .container',
        '<div class="section"><h2 class="title">What people say</h2><p>Great.</p></div>',
      ),
      renameClasses({ 'ml-auto': 'ms-auto', 'mr-auto': 'me-auto', 'page-header': 'page-header min-vh-75' }),
      wrap('.page-header h1', '<div class="brand"></div>'),
      insert('before', '.page-header', '<div class="alert alert-info"><p>Version 3 is out</p></div>'),
    ],
  },
  'app-next-modules': {
    reason:
      'The next build of Next.js with CSS modules; the customers’ logos go up, prices come before features.',
    steps: [
      rebuild(/(?<=__)[\w-]{5}\b/g),
      moveBefore('section:nth-of-type(2)', 'section:nth-of-type(1)'),
      moveBefore('#pricing', '#features'),
      insert('prepend', '#__next', '<div class="Banner_root__q1W2e"><p>We raised money.</p></div>'),
      insert(
        'prepend',
        '#features > div',
        '<article class="Card_root__p9O8i"><h3>Estimates</h3><p>Before the invoice.</p></article>',
      ),
    ],
  },
  'app-styled-components': {
    reason: 'The next build of styled-components, with landmarks added for accessibility, and a price list.',
    steps: [
      rebuild(/(?<=sc-)\w+|\b[A-Za-z]{6}\b/g),
      retag('#root > div > div:nth-child(1)', 'header'),
      retag('#root > div > div:nth-child(2)', 'main'),
      insert('after', '#how', '<div id="prices"><h2>Prices</h2><p>Ten euros a van.</p></div>'),
      insert('prepend', '#how > div', '<div><h3>Order</h3><p>Two clicks.</p></div>'),
    ],
  },
  'app-sveltekit': {
    reason: 'The next build of SvelteKit; teachers come first, and the hero has a frame around its words.',
    steps: [
      rebuild(/(?<=svelte-)\w+/g),
      moveBefore('.teachers', '.weeks'),
      wrap('.hero h1', '<div class="words"></div>'),
      insert('before', 'header', '<aside class="notice"><p>Two places left in June</p></aside>'),
      insert(
        'prepend',
        '.weeks ul',
        '<li class="week"><strong>28 May</strong> <span class="places">1 place</span></li>',
      ),
    ],
  },
  'app-nuxt-tailwind': {
    reason: 'Larger type, another colour, other spacing: utilities change all over, and the prices go up.',
    steps: [
      rebuild(/(?<=data-v-)\w{8}/g),
      renameClasses({
        'text-4xl': 'text-5xl',
        'text-3xl': 'text-4xl',
        'font-bold': 'font-extrabold',
        'bg-indigo-600': 'bg-emerald-600',
        'text-indigo-600': 'text-emerald-600',
        'mt-6': 'mt-8',
        'py-32': 'py-24',
        'leading-8': 'text-pretty',
      }),
      moveBefore('#pricing', 'main > div:nth-child(2)'),
      insert('prepend', '#__nuxt', '<div class="bg-emerald-700 text-white"><p>New prices</p></div>'),
      insert('prepend', 'dl', '<div class="relative pl-16"><dt>Rules</dt><dd>Sort as it comes.</dd></div>'),
    ],
  },
  'app-vite-modules': {
    reason:
      'The next build of Vite with CSS modules and emotion; numbers stand above the tabs, and sections are sections.',
    steps: [
      rebuild(/(?<=_)[\da-z]{5}(?=_\d)|(?<=css-)\w{7}/g),
      moveBefore('main > div:nth-child(3)', 'main > div:nth-child(2)'),
      retag('main > div', 'section'),
      insert('prepend', 'main', '<div role="status"><p>Now in Chile</p></div>'),
    ],
  },
  'wp-blocks': {
    reason:
      'The editor put columns into a group, a third bread first, and WordPress numbered its containers anew.',
    steps: [
      rebuild(/(?<=is-layout-)[\da-f]{8}/g),
      wrap('.wp-block-columns', '<div class="wp-block-group alignwide"></div>'),
      insert(
        'prepend',
        '.wp-block-columns',
        '<div class="wp-block-column"><h2 class="wp-block-heading" id="h-spelt">Spelt</h2><p>New.</p></div>',
      ),
      moveBefore('.wp-block-image', '.wp-block-group.alignwide:has(.wp-block-columns)'),
      setText('h1', 'Bread with patience'),
    ],
  },
  'wp-elementor': {
    reason:
      'Sections were turned into containers, as Elementor offers since 3.6, and the quote was put before the treatments.',
    steps: [
      rebuild(/(?<=elementor-element-)[\da-f]{7}/g),
      unwrap('.elementor-container'),
      unwrap('.elementor-widget-wrap'),
      renameClasses({ 'elementor-section': 'e-con e-flex', 'elementor-column': 'e-con e-child' }),
      retag('section', 'div'),
      moveBefore('.elementor > div:nth-child(3)', '#treatments'),
      insert('before', '.elementor h1', '<p>New patients welcome</p>'),
    ],
  },
}
