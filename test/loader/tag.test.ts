import { describe, expect, test } from 'vitest'
import { hidingRules, splitSelectors } from '../../loader/run.ts'
import { plainTag, templateTag } from '../../service/pages/template-tag.ts'

const host = 'https://motif.example.com'
const loader = '(()=>{})()'

/** The tag as a browser reads it. */
function read(tag: string): HTMLScriptElement {
  document.body.innerHTML = tag
  return document.querySelector('script') as HTMLScriptElement
}

describe('the tag of a template', () => {
  test('names the service and each selector once', () => {
    const { dataset } = read(templateTag({ loader, host, selectors: ['#hero h1', '.cta', '#hero h1'] }))
    expect({ ...dataset }).toEqual({ host, hide: '#hero h1,.cta' })
  })

  test('survives quotes and ampersands in selectors', () => {
    const selector = 'a[href="/x?a=1&b=2"]'
    expect(read(templateTag({ loader, host, selectors: [selector] })).dataset.hide).toBe(selector)
  })

  test('hides a bare name as an id and as data-content', () => {
    const { hide } = read(templateTag({ loader, host, selectors: ['headline', 'h1'] })).dataset
    expect(hide).toBe('#headline,[data-content=headline],h1')
  })

  test('cannot be ended by its script', () => {
    const tag = templateTag({ loader: 'x("</script><!--")', host, selectors: [] })
    expect(tag.match(/<\/script>|<!--/g)).toEqual(['</script>'])
  })

  test('says once what selectors begin with alike', () => {
    const selectors = ['#hero h1', '.cta', '#hero', '#hero .lead b', '#hero > p', '#hero a:not(.cta)']
    const { hide } = read(templateTag({ loader, host, selectors })).dataset
    expect(hide).toBe('#hero :is(h1,.lead b),.cta,#hero,#hero > p,#hero a:not(.cta)')
    expect(splitSelectors(hide)).toHaveLength(5)
  })

  test('hides siblings together where several of them change', () => {
    const selectors = ['nav a:nth-child(1)', 'nav a:nth-child(2)', 'li:nth-child(2)', 'ul li:nth-child(3) b']
    const { hide } = read(templateTag({ loader, host, selectors })).dataset
    expect(hide).toBe('nav a,li:nth-child(2),ul li:nth-child(3) b')
  })

  test('leaves out selectors that do not fit into 1,024 bytes', () => {
    const selectors = Array.from({ length: 90 }, (_, index) => `#section-${index} .headline`)
    const tag = templateTag({ loader, host, selectors })
    expect(tag.length).toBeLessThanOrEqual(1024)
    expect(tag).toContain('#section-0 .headline')
  })
})

test('the simplest tag is one line', () =>
  expect(plainTag(host)).toBe('<script async src="https://motif.example.com/snippet.js"></script>'))

describe('selectors to prehide', () => {
  test('are taken apart at their commas, but for those in brackets', () =>
    expect(splitSelectors('#a,:is(h1, h2) b,[title="x,y"],.c')).toEqual([
      '#a',
      ':is(h1, h2) b',
      '[title="x,y"]',
      '.c',
    ]))

  test('have a rule each', () =>
    expect(hidingRules(['h1', '.c'])).toBe('h1{visibility:hidden!important}.c{visibility:hidden!important}'))
})
