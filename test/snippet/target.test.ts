import { describe, expect, test } from 'vitest'
import { isAllowedUrl, isTarget } from '../../snippet/apply/target.ts'

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
  ])('as %s', (url) => expect(isAllowedUrl(url, 'href')).toBe(true))

  test.each([
    'javascript:1',
    'JaVaScRiPt:1',
    'java\nscript:1',
    '\u0001javascript:1',
    ' data:text/html,x',
    'vbscript:1',
    'blob:x',
    'file:///x',
  ])('but not as %j', (url) => expect(isAllowedUrl(url, 'href')).toBe(false))

  test('as data: for pictures only, and in src only', () => {
    expect(isAllowedUrl('data:image/png;base64,AA', 'src')).toBe(true)
    expect(isAllowedUrl('data:image/png;base64,AA', 'href')).toBe(false)
    expect(isAllowedUrl('data:text/html,x', 'src')).toBe(false)
  })
})

describe('an element is a target', () => {
  test.each([
    ['img', 'src', true],
    ['h1', 'src', false],
    ['a', 'href', true],
    ['link', 'href', false],
    ['base', 'href', false],
    ['h1', 'text', true],
    ['script', 'text', false],
    ['style', 'html', false],
    ['template', 'html', false],
    ['iframe', 'html', false],
    ['iframe', 'src', true],
  ] as const)('%s of %s: %s', (name, type, expected) => {
    expect(isTarget(name, type, 'https://x.example/')).toBe(expected)
  })

  test('never for a URL that is not allowed there', () => {
    expect(isTarget('a', 'href', 'javascript:1')).toBe(false)
    expect(isTarget('iframe', 'src', 'data:image/png,x')).toBe(false)
  })
})
