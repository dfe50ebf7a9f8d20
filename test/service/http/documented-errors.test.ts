import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { errorMeanings } from '../../../service/base/http/schemas/error-codes.ts'

test('docs/api.md lists every error and what it means', () => {
  const document = readFileSync('docs/api.md', 'utf8')
  for (const [code, meaning] of Object.entries(errorMeanings)) {
    expect(document).toMatch(new RegExp(`^\\| ${code} \\| `, 'm'))
    expect(document).toContain(meaning.replaceAll('|', '\\|'))
  }
})
