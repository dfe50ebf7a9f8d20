import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { errorMeanings } from '../../../service/http/schemas/error-codes.ts'

test('the README lists every error and what it means', () => {
  const readme = readFileSync('README.md', 'utf8')
  for (const [code, meaning] of Object.entries(errorMeanings)) {
    expect(readme).toMatch(new RegExp(`^\\| ${code} \\| `, 'm'))
    expect(readme).toContain(meaning.replaceAll('|', '\\|'))
  }
})
