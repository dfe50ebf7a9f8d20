import { describe, expect, test } from 'vitest'
import { isTarget } from '../../wire/targets.ts'
import { isAllowedUrl } from '../../wire/urls.ts'

const base = 'https://www.example.com/launch'
const isAllowed = (url: string, attribute: 'src' | 'href', element = 'a') =>
  isAllowedUrl(url, attribute, element, base)

describe('a URL may stand in an attribute', () => {
  test.each([
    '/a',
    '?b',
    '#c',
    'https://x.example',
    'http://x.example',
    'mailto:a@x.example',
    'tel:+1',
    'sms:+1',
  ])('as %s', (url) => expect(isAllowed(url, 'href')).toBe(true))

  test.each([
    'javascript:1',
    'JaVaScRiPt:1',
    'java\nscript:1',
    '\u0001javascript:1',
    ' data:text/html,x',
    'vbscript:1',
    'blob:x',
    'file:///x',
  ])('but not as %j', (url) => expect(isAllowed(url, 'href')).toBe(false))

  test('as data: for pictures only, and in src only', () => {
    expect(isAllowed('data:image/png;base64,AA', 'src')).toBe(true)
    expect(isAllowed('data:image/png;base64,AA', 'href')).toBe(false)
    expect(isAllowed('data:text/html,x', 'src')).toBe(false)
  })
})

test('of an iframe only by https or as the page itself', () => {
  expect(isAllowed('https://x.example', 'src', 'iframe')).toBe(true)
  expect(isAllowed('http://x.example', 'src', 'iframe')).toBe(false)
  expect(isAllowed('data:image/png,x', 'src', 'iframe')).toBe(false)
})

describe('an element is a target', () => {
  test.each([
    ['img', 'src', true],
    ['header', 'src', true],
    ['script', 'src', false],
    ['embed', 'src', false],
    ['iframe', 'src', true],
    ['a', 'href', true],
    ['link', 'href', false],
    ['base', 'href', false],
    ['h1', 'text', true],
    ['title', 'text', true],
    ['img', 'text', false],
    ['meta', 'text', false],
    ['script', 'text', false],
    ['style', 'html', false],
    ['template', 'html', false],
    ['iframe', 'html', false],
    ['textarea', 'html', false],
  ] as const)('%s of %s: %s', (name, type, expected) => {
    expect(isTarget(type, name)).toBe(expected)
  })

  test.each([
    ['text', 'text', false],
    ['title', 'text', false],
    ['a', 'href', true],
    ['g', 'html', false],
  ] as const)('in an SVG %s of %s: %s', (name, type, expected) => {
    expect(isTarget(type, name, true)).toBe(expected)
  })
})
