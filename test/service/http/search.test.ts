import { expect, test } from 'vitest'
import { expectError, withApi } from './support.ts'

withApi((api) => {
  const search = (body: unknown) => api().request('POST', '/v1/prospects/search', { body })

  test('without a domain it is 40001', async () => {
    expect(expectError(await search({ titles: ['CTO'] }), 40001)).toContain('domain')
  })

  test.each([
    [5],
    [null],
    [''],
    ['localhost'],
    ['com'],
    ['co.uk'],
    ['127.0.0.1'],
    ['http://127.1/'],
    ['0x7f.1'],
    ['2130706433'],
    ['[::1]'],
    ['http://[::ffff:127.0.0.1]/'],
    ['ada@example.com'],
    ['exam ple.com'],
    ['javascript:alert(1)'],
    ['ftp://example.com'],
    ['a\u0000.com'],
    ['..'],
  ])('the domain %j is 40001', async (domain) => {
    expect(expectError(await search({ domain }), 40001)).toContain('domain')
  })

  test.each([['CTO'], [null], [[]], [5]])('a role that is %j is 40001', async (role) => {
    expect(expectError(await search({ domain: 'example.com', role }), 40001)).toContain('role')
  })

  test.each(['title', 'department', 'seniority'])('a role whose %s is no text is 40001', async (key) => {
    expect(expectError(await search({ domain: 'example.com', role: { [key]: 5 } }), 40001)).toContain(
      `role.${key}`,
    )
  })

  test('titles are up to 20 texts', async () => {
    const titles = (count: number) => Array.from({ length: count }, (_, i) => `Title ${i}`)
    expect(expectError(await search({ domain: 'example.com', titles: titles(21) }), 40001)).toContain(
      'titles',
    )
    expect(expectError(await search({ domain: 'example.com', titles: ['CTO', 5] }), 40001)).toContain(
      'titles[1]',
    )
    expect(expectError(await search({ domain: 'example.com', titles: 'CTO' }), 40001)).toContain('titles')
  })

  test('`additional` has the limits that it has everywhere', async () => {
    const additional = { a: { b: { c: { d: { e: {} } } } } }
    expect(expectError(await search({ domain: 'example.com', additional }), 40001)).toContain('additional')
    expect(expectError(await search({ domain: 'example.com', additional: [] }), 40001)).toContain(
      'additional',
    )
  })

  test('titles and roles are only words to it: those of JavaScript, NUL, halves of characters', async () => {
    for (const text of ['constructor', '__proto__', 'toString', 'a\u0000b', '\ud800', '']) {
      const role = { title: text, department: text, seniority: text, [text]: text }
      expect((await search({ domain: 'words.example', role, titles: [text] })).status).toBe(200)
    }
  })
})
