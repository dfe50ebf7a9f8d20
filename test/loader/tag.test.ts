import { afterEach, describe, expect, test } from 'vitest'
import { folderOf, type Options } from '../../loader/options.ts'
import { findPattern } from '../../loader/pattern.ts'

test.each([
  ['https://motif.example.com/loader.js', 'https://motif.example.com'],
  ['https://cdn.jsdelivr.net/npm/motif/loader.js?v=2', 'https://cdn.jsdelivr.net/npm/motif'],
  ['https://cdn.jsdelivr.net', 'https://cdn.jsdelivr.net'],
  ['https://example.com:4000//', 'https://example.com:4000'],
])('%s says that Motif is at %s', (address, host) => expect(folderOf(address)).toBe(host))

const comeBy = (link: string, state: unknown = null) => history.replaceState(state, '', link)
const there = () => location.pathname + location.search + location.hash

afterEach(() => {
  comeBy('/')
  sessionStorage.clear()
})

describe('a link has the pattern', () => {
  test.each<[link: string, options?: Options]>([
    ['/?pattern=Ada_1'],
    ['/page?utm_source=x&pattern=Ada_1#top'],
    ['/?utm_source=x&amp;pattern=Ada_1'],
    ['/?a=b?pattern=Ada_1'],
    ['/?pattern=Ada_1?utm_source=x'],
    ['/?who=Ada_1&pattern=other', { param: 'who' }],
    ['/?pattern=Ada_1', { pattern: 'another' }],
    ['/', { pattern: 'Ada_1' }],
  ])('%s %j', (link, options = {}) => {
    comeBy(link)
    expect(findPattern(options)).toBe('Ada_1')
  })
})

test.each([
  '/',
  '/?pattern=',
  '/?pattern=a/../b',
  '/?apattern=Ada_1',
  `/?pattern=${'a'.repeat(65)}`,
  '/#pattern=Ada_1',
])('%s has none', (link) => {
  comeBy(link)
  expect(findPattern({})).toBeFalsy()
})

describe('data-address="clean" takes the pattern out of', () => {
  test.each([
    ['/?pattern=Ada_1', '/'],
    ['/page?pattern=Ada_1&a=b#top', '/page?a=b#top'],
    ['/page?a=b&pattern=Ada_1', '/page?a=b'],
    ['/page?a=b&pattern=Ada_1&c=d', '/page?a=b&c=d'],
    ['/page?a=b&amp;pattern=Ada_1&amp;c=d', '/page?a=b&c=d'],
    ['/page?a=b?pattern=Ada_1', '/page?a=b'],
    ['/page?a=b?pattern=Ada_1?c=d', '/page?a=b&c=d'],
  ])('%s', (link, rest) => {
    comeBy(link, { of: 'the page' })
    expect(findPattern({ address: 'clean' })).toBe('Ada_1')
    expect(there()).toBe(rest)
    expect(history.state).toMatchObject({ of: 'the page' })
    // A reload has no link any more.
    expect(findPattern({ address: 'clean' })).toBe('Ada_1')
  })

  test('no other link, and forgets it without the attribute', () => {
    comeBy('/page?a=b', { motif: 'Ada_1' })
    expect(findPattern({})).toBeFalsy()
    expect(there()).toBe('/page?a=b')
  })
})

test('the next pages of a tab have the pattern that it keeps, where the tag says so', () => {
  sessionStorage.setItem('motif', 'Ada_1')
  expect(findPattern({ keep: 'session' })).toBe('Ada_1')
  expect(findPattern({ keep: 'session', pattern: 'Ben_2' })).toBe('Ben_2')
  expect(findPattern({ keep: 'page' })).toBeFalsy()
  expect(findPattern({})).toBeFalsy()
})
