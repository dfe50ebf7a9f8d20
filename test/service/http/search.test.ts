import { expect, test } from 'vitest'
import { expectError, withApi } from './support.ts'

withApi((api) => {
  const search = (body: unknown) => api().request('POST', '/v1/prospects/search', { body })

  test.each([
    [undefined],
    [5],
    [''],
    ['localhost'],
    ['co.uk'],
    ['127.0.0.1'],
    ['0x7f.1'],
    ['[::1]'],
    ['ada@example.com'],
    ['ftp://example.com'],
  ])('the domain %j is 40001', async (domain) => {
    expect(expectError(await search({ domain }), 40001)).toContain('domain')
  })

  test.each([['CTO'], [null]])('a role that is %j is 40001', async (role) => {
    expect(expectError(await search({ domain: 'example.com', role }), 40001)).toContain('role')
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
})
