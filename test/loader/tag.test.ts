import { describe, expect, test } from 'vitest'
import { hidingRule } from '../../loader/begin.ts'
import { folderOf } from '../../loader/options.ts'
import { hideOf, plainTag, templateTag } from '../../service/templates/template-tag.ts'

const host = 'https://motif.example.com'
const loader = '(()=>{})()'

/** The tag as a browser reads it. */
function read(tag: string): HTMLScriptElement {
  document.body.innerHTML = tag
  return document.querySelector('script') as HTMLScriptElement
}

describe('the tag of a template', () => {
  const hidden = (selectors: string[]) =>
    read(templateTag({ loader, host, hide: hideOf(selectors) })).dataset.hide

  test('names the service and each selector once, in their order', () => {
    const selectors = ['#hero h1', '.cta', '#hero h1', ' .cta ']
    const { dataset } = read(templateTag({ loader, host, hide: hideOf(selectors) }))
    expect({ ...dataset }).toEqual({ host, hide: '#hero h1,.cta' })
  })

  test('hides all selectors, however many, and no others', () => {
    const selectors = Array.from({ length: 90 }, (_, index) => `nav a:nth-child(${index + 1}) .headline`)
    expect(hidden(selectors)?.split(',')).toEqual(selectors)
  })

  test('survives quotes and ampersands in selectors', () => {
    const selector = 'a[href="/x?a=1&b=2"]'
    expect(hidden([selector])).toBe(selector)
  })

  test('hides a bare name as an element, as an id and as data-content', () => {
    expect(hidden(['headline', 'h1'])).toBe('headline,[id="headline"],[data-content="headline"],h1')
    expect(hidden(['3d-hero'])).toBe('[id="3d-hero"],[data-content="3d-hero"]')
    expect(hidden(['überschrift'])).toBe('überschrift,[id="überschrift"],[data-content="überschrift"]')
  })

  test.each([
    'h1[',
    'h1:is(',
    'h1)',
    'a{}',
    '"',
    ':dir(")',
    '[data-x="a\nb"]',
    '[data-x=a{b]',
    'h1 /* x',
    ':lang(/*)',
    'url(x',
    'h1\\',
    'h1,',
  ])('leaves out %j, which would end the rule that hides the others', (broken) => {
    expect(hidden(['h1', broken, '.cta'])).toBe('h1,.cta')
  })

  test.each(['.w-\\[calc\\(100\\%\\)\\]', 'a[title="x){"]', '#a :is(h1,p:not(.x))'])(
    'has %j as it is',
    (selector) => expect(hidden(['h1', selector, '.cta'])).toBe(`h1,${selector},.cta`),
  )

  test('cannot be ended by its script', () => {
    const tag = templateTag({ loader: 'x("</script><!--")', host, hide: '' })
    expect(tag.match(/<\/script>|<!--/g)).toEqual(['</script>'])
  })
})

test('the simplest tag is one line', () =>
  expect(plainTag(host)).toBe('<script async src="https://motif.example.com/snippet.js"></script>'))

test('one rule hides what all selectors match, and what in it would show through', () =>
  expect(hidingRule('h1,#a :is(p,b)')).toBe(
    ':is(h1,#a :is(p,b)):not([data-motif]){&,*{visibility:hidden!important',
  ))

test.each([
  ['https://motif.example.com/loader.js', 'https://motif.example.com'],
  ['https://cdn.jsdelivr.net/npm/motif/loader.js?v=2', 'https://cdn.jsdelivr.net/npm/motif'],
  ['https://cdn.jsdelivr.net', 'https://cdn.jsdelivr.net'],
  ['https://example.com:4000//', 'https://example.com:4000'],
])('%s says that Motif is at %s', (address, host) => expect(folderOf(address)).toBe(host))
