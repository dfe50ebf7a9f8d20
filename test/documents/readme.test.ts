import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const readme = readFileSync('README.md', 'utf8')
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }

/** What people type; npm runs those with `pre` by itself. */
const typed = Object.keys(scripts).filter((name) => !name.startsWith('pre'))

test('the README is read in five minutes: 900 words, beside the tables of errors and of figures', () => {
  const withoutThem = readme
    .replace(/^\| \d{5} \|.*$/gm, '')
    .replace(/<!-- figures -->[\s\S]*?(?=\n## )/, '')
    .replace(/^\| what a page loads[\s\S]*?\n\n/m, '')
  expect(withoutThem.length).toBeLessThan(readme.length - 3000)
  expect(withoutThem.split(/\s+/).filter(Boolean).length).toBeLessThanOrEqual(900)
})

test('there are a dozen scripts at most, and the README tells of each', () => {
  expect(typed.length).toBeLessThanOrEqual(12)
  const [, table = ''] = readme.split('\n## Commands\n')
  for (const name of typed)
    expect(table).toMatch(new RegExp(`^\\| \`npm (run )?(-s )?${name}( -- .*)?\` \\| .+ \\|$`, 'm'))
})
