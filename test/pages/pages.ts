import type { ContentType } from '../../wire/targets.ts'
import type { Visit } from '../support/visit.ts'

/** A page that somebody else made, with the selectors of ten things of it, by type, that a marketer would make personal. */
export interface PublicPage extends Partial<Record<ContentType, string[]>> {
  name: string
  /** Its HTML in node_modules, in test/fixtures/public (which says where its markup is from) or among Debian's packages. */
  path: string
  /** Packages of Debian that it and its files are in. */
  debian?: string[]
  /** What personal words end with. */
  ending?: string
  /** The record comes when the page's own scripts have worked. */
  isLate?: boolean
  /** What its visitor does before the words are looked at again. */
  act?: (page: Visit) => Promise<unknown>
  /** Its HTML depends on the moment, so that after `stop()` only the items are compared. */
  isMoving?: boolean
}

const startBootstrap = (name: string) => `/startbootstrap-${name}/dist/index.html`

/** Waits until a selector matches; before that clicks, or scrolls to the end. */
const see = (seen: string) => (page: Visit) => page.until((wanted) => document.querySelector(wanted), seen)
const click = (selector: string, seen: string) => (page: Visit) =>
  page.click(selector).then(() => see(seen)(page))
const scroll = (seen: string) => (page: Visit) =>
  page.run(() => scrollTo(0, document.body.scrollHeight)).then(() => see(seen)(page))

/** Those that `npm test` opens. */
export const firstPages: PublicPage[] = [
  {
    name: 'Start Bootstrap’s Creative',
    path: startBootstrap('creative'),
    text: ['h1', '.masthead .btn', '#about h2', '#services .col-lg-3:nth-child(2) h3'],
    src: ['#portfolio .col-lg-4:nth-child(1) img', '#portfolio .col-lg-4:nth-child(2) img'],
    href: ['.masthead .btn', '#portfolio .col-lg-4:nth-child(1) a'],
    html: ['.masthead p', '#services .col-lg-3:nth-child(1) p'],
    act: click('#portfolio .col-lg-4:nth-child(2) a', '.slbOverlay'),
    isMoving: true,
  },
  {
    name: 'Shopify’s starter theme',
    path: '/shopify.html',
    text: ['main h1', '[data-submit-button-text]', '.image-with-text h2', '.featured-collection-item p'],
    src: ['.logo-image img', '[data-image-id="1"] img', '.image-with-text__image'],
    href: ['.announcement', '.featured-collection-item'],
    html: ['.rte'],
    act: async (page) => {
      await see('.lazyloaded[data-sizes]')(page)
      await see('.lazyloaded[data-bgset]')(page)
      await page.run(() => {
        const select = document.querySelector('select') as HTMLSelectElement
        select.value = 'Black'
        select.dispatchEvent(new Event('change', { bubbles: true }))
      })
    },
    isMoving: true,
  },
  {
    name: 'a page with htmx',
    path: '/htmx.html',
    text: ['h1', '#contact h2', '#contact .btn', '.late h3'],
    src: ['.shot'],
    href: ['.brand', '#contact .more', '.mail'],
    html: ['.lead', '#contact p'],
    act: (page) => click('#contact .btn', '#contact h3')(page).then(() => see('.late h3')(page)),
  },
]

const sphinx = ['libjs-sphinxdoc', 'sphinx-rtd-theme-common', 'libjs-jquery', 'libjs-underscore']

const wordPress: PublicPage = {
  name: 'WordPress 6 with its pictures of emoji',
  path: '/wordpress.html',
  debian: ['wordpress', 'wordpress-theme-twentytwentyone'],
  ending: ' 🎉',
  text: ['.wp-block-cover h1', '.wp-block-button__link', '.site-description', '.wp-block-column h2'],
  src: ['.wp-block-cover__image-background', '.wp-block-image img'],
  href: ['.wp-block-button__link', '#primary-menu-list li:first-child a'],
  html: ['.wp-block-cover p', '.wp-block-column p'],
  act: see('h1 img.emoji'),
}

export const morePages: PublicPage[] = [
  {
    name: 'Start Bootstrap’s Landing Page',
    path: startBootstrap('landing-page'),
    text: ['header h1', 'nav .btn', '.features-icons-item h3', '.showcase h2'],
    src: ['.testimonials img', '.showcase .row:nth-of-type(2) .showcase-img', 'header.masthead'],
    href: ['nav .btn', 'nav .navbar-brand'],
    html: ['.showcase .lead'],
  },
  {
    name: 'a Splide carousel that plays',
    path: '/splide.html',
    text: ['h1', '.one h2', '.two h2', '.three h2'],
    src: ['.one img', '.three img'],
    href: ['.one a', '.two a'],
    html: ['.one p', '.two p'],
    act: click('.splide__pagination li:nth-child(2) button', '.two.is-active'),
    isMoving: true,
  },
  {
    name: 'Start Bootstrap’s Freelancer',
    path: startBootstrap('freelancer'),
    text: ['h1.masthead-heading', '.masthead-subheading', '#about h2', '#mainNav li:nth-child(2) a'],
    src: ['.masthead-avatar', '#portfolio .col-md-6:nth-child(1) img'],
    href: ['#about .btn', 'footer p a, footer .lead a'],
    html: ['#about .ms-auto .lead', '#about .me-auto .lead'],
    act: click('[data-bs-target="#portfolioModal1"]', '#portfolioModal1.show'),
    isMoving: true,
  },
  {
    name: 'Start Bootstrap’s Agency',
    path: startBootstrap('agency'),
    text: ['.masthead-heading', '.masthead-subheading', '.masthead .btn', '#services h4.my-3'],
    src: ['#team .col-lg-4:first-child img', '.navbar-brand img', 'header.masthead'],
    href: ['.masthead .btn', '#mainNav li:nth-child(5) a'],
    html: ['#services .col-md-4:first-child p'],
    act: scroll('#mainNav.navbar-shrink'),
    isMoving: true,
  },
  {
    name: 'Start Bootstrap’s Resume',
    path: startBootstrap('resume'),
    text: ['#about h1', '#experience h3', '#sideNav li:nth-child(2) a', '#education .subheading'],
    src: ['.img-profile'],
    href: ['#about .subheading a', '.social-icon:first-child', '#sideNav li:nth-child(3) a'],
    html: ['#about .lead', '#skills .fa-ul li:first-child'],
    act: click('#sideNav li:nth-child(4) a', '#sideNav li:nth-child(4) .active'),
    isMoving: true,
  },
  {
    name: 'Start Bootstrap’s New Age',
    path: startBootstrap('new-age'),
    text: ['h1', '#mainNav .btn', '.cta h2', '#features .col-md-6:first-child h3'],
    src: ['aside img', '.masthead a:first-child img', '.bg-light .rounded-circle'],
    href: ['.cta .btn', '.masthead .d-flex a:first-child'],
    html: ['.masthead .lead'],
    act: click('#mainNav .btn', '#feedbackModal.show'),
  },
  {
    name: 'Bootstrap’s carousel that plays',
    path: '/bootstrap-carousel.html',
    text: ['.carousel-item:first-child h1', '.carousel-item:nth-child(2) h1', 'h2', '.navbar-brand'],
    src: ['.carousel-item:first-child img', '.featurette img'],
    href: ['.carousel-item:first-child .btn', '.nav-item:nth-child(2) a'],
    html: ['.featurette .lead', '.carousel-item:nth-child(2) p:first-of-type'],
    act: see('.carousel-item:nth-child(2).active'),
    isMoving: true,
  },
  {
    name: 'a page of Tailwind that is styled in the browser',
    path: '/tailwind.html',
    text: ['h1', '.bg-indigo-600', '#features .text-xl', 'nav a[href="#features"]'],
    src: ['.logo img', 'main', '#features img'],
    href: ['.bg-indigo-600', '.login'],
    html: ['main > p'],
    act: (page) => page.run(() => document.querySelector('h1')?.classList.add('underline', 'mt-7')),
  },
  {
    name: 'a Swiper carousel that plays',
    path: '/swiper.html',
    text: ['h1', '.one h2', '.two h2', '.four p'],
    src: ['.one', '.two img', '.three img'],
    href: ['.two a', '.three a'],
    html: ['.one p'],
    act: click('.swiper-button-next', '.three.swiper-slide-active'),
    isMoving: true,
  },
  {
    name: 'a Slick slider with late pictures',
    path: '/slick.html',
    text: ['h1', '.first h3', '.second h3', '.third a'],
    src: ['.first img', '.second img'],
    href: ['.first a', '.more'],
    html: ['.lead', '.second p'],
    act: click('.slick-next', '.second.slick-current img[src]'),
    isMoving: true,
  },
  {
    name: 'a page of Alpine, which binds words and links',
    path: '/alpine.html',
    text: ['h1', '.plan h2', '.plan p', '.more h3'],
    src: ['.logo img', '.more img'],
    href: ['.plan a', '.logo'],
    html: ['.lead', 'footer'],
    act: (page) => click('.yearly', '.is-yearly')(page).then(() => page.click('.toggle')),
  },
  {
    name: 'parts that AOS lets in',
    path: '/aos.html',
    text: ['h1', '.cta', '.card h2', '.end h2'],
    src: ['.cover', '.card img'],
    href: ['.cta', '.book'],
    html: ['.lead', 'blockquote'],
    act: scroll('.end h2.aos-animate'),
  },
  {
    name: 'headings that SplitType takes apart',
    path: '/split-type.html',
    text: ['h1', '.lead', '.cta', '.lines'],
    src: ['.shot'],
    href: ['.brand', '.cta', '.mail'],
    html: ['li:first-child', 'li:last-child'],
    act: see('h1 .char'),
    isMoving: true,
  },
  {
    name: 'pages that Turbo takes over',
    path: '/turbo.html',
    text: ['h1:not(#second)', '#message_1 h2', '.brand', '#later h3'],
    src: ['.shot'],
    href: ['.brand', '#message_1 .edit', '.next'],
    html: ['.lead', '#message_1 p'],
    act: async (page) => {
      await page.run(() =>
        (window as unknown as { Turbo: { visit(to: string): void } }).Turbo.visit('/turbo-second.html'),
      )
      await see('#second')(page)
      await page.run(() => history.back())
      await see('.shot ~ #later h3')(page)
    },
  },
  wordPress,
  { ...wordPress, name: `${wordPress.name}, and a late record`, isLate: true },
  {
    name: 'MkDocs’ own pages',
    path: '/usr/share/doc/mkdocs/html/index.html',
    debian: ['mkdocs-doc', 'libjs-bootstrap4', 'libjs-jquery', 'libjs-highlight.js', 'libjs-lunr'],
    text: ['.navbar-brand', '[role=main] > p', '.jumbotron h2', '.card-title', '#toc-collapse a'],
    href: ['.navbar-brand', '[role=main] .btn', '.navitem:nth-child(2) a'],
    html: ['.jumbotron .col-sm-6:first-child .card-text', 'footer p:last-child'],
    act: scroll('.affix'),
    isMoving: true,
  },
  {
    name: 'a page of Read the Docs’ theme by Sphinx',
    path: '/usr/share/doc/python-attr-doc/html/index.html',
    debian: ['python-attr-doc', ...sphinx],
    text: ['h1', '#getting-started h2', '.version', '.wy-menu li:first-child a'],
    src: ['#sponsors p a:first-child img', '#sponsors p a:nth-child(2) img'],
    href: ['.wy-menu li:first-child a', 'footer .btn'],
    html: ['section > p:nth-of-type(3)', '#sponsors > p:first-of-type'],
    act: (page) =>
      page.run(() => document.querySelector<HTMLElement>('#getting-started .headerlink')?.click()),
  },
]
