import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sourceFiles } from './imports.ts'

const declaration =
  /^export\s+(?:async\s+|abstract\s+)*(?:function\*?|const|let|class|interface|type|enum)\s+([A-Za-z_$][\w$]*)/gm

/** What the package's users see is declared apart, under names that the sources have as well. */
const sources = sourceFiles().filter((file) => !file.endsWith('.d.ts'))

test('no two exports have one name, so that a name found is the thing meant', () => {
  const exports = sources.flatMap((file) => namesIn(file).map((name) => ({ name, file })))
  const shared = [...Map.groupBy(exports, ({ name }) => name)]
    .filter(([, found]) => found.some(({ file }) => !file.startsWith('snippet/')))
    .filter(([, found]) => found.length > 1)
    .map(([name, found]) => `${name}: ${found.map(({ file }) => file).join(', ')}`)
  expect(shared).toEqual([])
})

/** A type and a value of one name in one file are one thing. */
function namesIn(file: string): string[] {
  return [...new Set([...readFileSync(file, 'utf8').matchAll(declaration)].map(([, name = '']) => name))]
}
