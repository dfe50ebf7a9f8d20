import { describe, expect, test } from 'vitest'
import { parseSelector } from '../../edge/select/parse.ts'
import { findMatches } from '../../editor/selectors/find-matches.ts'
import { isGeneratedName } from '../../editor/selectors/generated-names.ts'
import { isPassingClass } from '../../editor/selectors/passing-names.ts'
import { proposeSelectors } from '../../editor/selectors/propose-selectors.ts'
import { selectorProblem } from '../../service/templates/check-selector.ts'

/** What is proposed for the element marked with `target`, which is a mark of this test alone. */
function proposed(html: string) {
  document.body.innerHTML = `<div class="page">${html}</div>${rest}`
  const element = document.querySelector('[target]')
  element?.removeAttribute('target')
  return element ? proposeSelectors(element) : []
}

/** The rest of a page, with more of everything but headings. */
const rest = `<footer>${'<div><a>x</a><p>x</p><ul><li>x</li></ul></div>'.repeat(12)}</footer>`

const best = (html: string) => proposed(html)[0]?.selector

describe('the best selector', () => {
  test('is by data-content before all else', () => {
    expect(best('<h1 target data-content="headline" data-testid="title" id="top-title">Hi</h1>')).toBe(
      '[data-content="headline"]',
    )
  })

  test('is by the page’s own data-*, before the id', () => {
    expect(best('<h1 target data-testid="title" id="title">Hi</h1>')).toBe('[data-testid="title"]')
    expect(best('<section target data-section="pricing" id="p">Hi</section>')).toBe(
      '[data-section="pricing"]',
    )
  })

  test('is by the id that an author gave', () => {
    expect(best('<h1 target id="headline" class="hero-title">Hi</h1>')).toBe('#headline')
    expect(best('<h1 target id="1st">Hi</h1>')).toBe('[id="1st"]')
  })

  test('is by what is around it, where it has no name itself', () => {
    expect(best('<p>a</p><section id="pricing"><p target>b</p></section>')).toBe('#pricing p')
    expect(best('<header><h1 target>a</h1></header>')).toBe('header h1')
  })

  test('is by a class that says what it is', () => {
    expect(best('<p>a</p><div><p>b</p><p target class="mb-5 hero-subtitle text-white">c</p></div>')).toBe(
      '.hero-subtitle',
    )
  })

  test('is by its place only where nothing else tells it from others', () => {
    const all = proposed('<ul id="plans"><li class="plan">a</li><li class="plan" target>b</li></ul>')
    expect(all.map(({ selector }) => selector)).toEqual([
      '#plans li:nth-of-type(2)',
      '#plans .plan:nth-of-type(2)',
      expect.any(String),
      expect.any(String),
      '.plan',
    ])
    expect(all[0]).toMatchObject({ matches: 1, why: expect.stringContaining('its place') })
    expect(all.at(-1)).toEqual({
      selector: '.plan',
      isByPlace: false,
      matches: 2,
      why: expect.stringContaining('Changes 2 elements'),
    })
  })
})

describe('never', () => {
  test.each(
    `css-1x2y3z css-abcdef sc-bdVaJa Hero__Title-sc-1abc9-0 bZxYqR _title_1x2y3_5 _abc12_3
    Hero_title__1a2B3 svelte-1a2b3c4 s-Xy12abCd astro-J7PV25F6 jss42 makeStyles-root-12 :r1: «r3»
    _r_1_ ember123 radix-:r5: headlessui-menu-button-1 mui-12345
    3f2504e0-4f89-11d3-9a0c-0305e82c3301 elementor-element-3f2a1b4 post-1234 slick-slide00`.split(/\s+/),
  )('by %s, which the next build or reload changes', (name) => {
    expect(isGeneratedName(name)).toBe(true)
    const all = proposed(`<section id="${name}" class="${name}"><h2 class="${name}" target>a</h2></section>`)
    expect(all.filter(({ selector }) => selector.includes(name))).toEqual([])
    expect(all[0]?.matches).toBe(1)
  })

  test.each(
    `is-active active show collapsed wow aos-init aos-animate animated animate__fadeIn fadeInUp
    lazyloaded swiper-slide-active navbar-shrink motif-ready mb-5 px-lg-4 col-md-6 text-center
    text-white md:flex w-1/2 bg-gray-900 items-center d-none d-lg-block font-bold rounded-xl
    max-w-2xl has-text-centered leading-6 gap-x-4`.split(/\s+/),
  )('by the class %s, which says how it looks or stands', (name) => {
    expect(isPassingClass(name)).toBe(true)
    const all = proposed(`<section class="${name}"><h2 class="${name}" target>a</h2></section>`)
    expect(all.filter(({ selector }) => selector.includes(name))).toEqual([])
  })

  test.each([
    ...[
      'data-motif="hero"',
      'data-reactid="hero"',
      'data-v-1a2b3c4d="hero"',
      'data-aos="fade-up"',
      'style="color:red"',
    ],
    ...[
      'data-state="open-now"',
      'aria-expanded="true"',
      'data-bs-target="hero"',
      'data-gr-ext-installed="hero"',
    ],
    ...['href="/hero"', 'src="hero.png"', 'title="hero"', 'alt="hero"'],
  ])('by %s, which Motif, a framework or an extension changes', (attribute) => {
    const all = proposed(`<h2 ${attribute} target>a</h2>`)
    expect(all.filter(({ selector }) => selector.includes('['))).toEqual([])
  })
})

test.each([
  ['ldpTco', 'sc-aXZVg ldpTco'],
  ['Hero-title--ZdaEb', 'Hero-title--ZdaEb'],
  ['hero-module--title--qpWa7', 'hero-module--title--qpWa7'],
  ['xirg77v', 'x1e56ztr xirg77v'],
  ['wqC', 'wqC'],
  ['fQzW', 'fQzW'],
  ['lxIwr31O', 'lxIwr31O'],
  ['rapwcs0', 'rapwcs0'],
])('the class %s of a build is not proposed', (name, classes) => {
  const all = proposed(`<section><h2 class="${classes}" target>a</h2><p>b</p></section>`)
  expect(all.filter(({ selector }) => selector.includes(name))).toEqual([])
  expect(all[0]?.matches).toBe(1)
})

test.each(
  `hero hero-title heroTitle masthead-heading section2 h1 card__title card--featured subheading
    cta_button signup-form step2 web3-intro js-hero wp-block-heading current-offer product-2024
    is-hero https-note navMenu card__titleText cta splide__slide`.split(/\s+/),
)('%s is a name that an author gave', (name) => {
  expect([isGeneratedName(name), isPassingClass(name)]).toEqual([false, false])
})

describe('every selector proposed', () => {
  const pages = [
    '<header id="1a"><h1 class="a:b" target>a</h1></header>',
    '<div><div><div><p>a</p></div><div><p>b</p><p target>c</p></div></div></div>',
    '<section data-name="Überblick"><h2 target>a</h2></section>',
    '<div data-content="say &quot;hi&quot;" target>a</div>',
    '<form><input name="length"><input name="querySelectorAll" target></form>',
    '<svg><g><path/><path target/></g></svg>',
    '<h2 id="über" target>a</h2>',
  ]

  test.each(pages)('is one that the visitor’s script and the service take: %s', (html) => {
    const all = proposed(html)
    expect(all.length).toBeGreaterThan(0)
    for (const { selector, matches } of all) {
      expect(selectorProblem(selector)).toBeUndefined()
      expect(findMatches(selector)).toHaveLength(matches)
    }
  })

  test('can be decided by the edge as the page streams', () => {
    for (const html of pages.slice(0, 2))
      for (const { selector } of proposed(html)) expect(parseSelector(selector), selector).toBeDefined()
  })

  test('says in a sentence why', () => {
    for (const { why } of pages.flatMap(proposed)) expect(why).toMatch(/^[A-Z].+\.$/)
  })
})

test('nothing is proposed for what the visitor’s script does not find', () => {
  document.body.innerHTML = '<div></div>'
  const shadow = document.querySelector('div')?.attachShadow({ mode: 'open' })
  const inside = document.createElement('p')
  shadow?.append(inside)
  expect(proposeSelectors(inside)).toEqual([])
  expect(proposeSelectors(document.createElement('p'))).toEqual([])
})
