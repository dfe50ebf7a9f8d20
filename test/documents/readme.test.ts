import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { errorMeanings } from '../../service/http/schemas/error-codes.ts'

const readme = await readFile('README.md', 'utf8')

test('the README lists every error with its meaning, and no other', () => {
  const rows = [...readme.matchAll(/^\| (\d{5}) \| (.+) \|$/gm)].map(([, code, meaning]) => [code, meaning])
  expect(Object.fromEntries(rows)).toEqual(errorMeanings)
})

test('the README names every npm script that it tells of', async () => {
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as {
    scripts: Record<string, string>
  }
  const told = [...readme.matchAll(/npm run (?:-s )?([a-z:]+)/g)].map(([, name]) => name)
  for (const name of told) expect(Object.keys(scripts)).toContain(name)
})
