import { globSync, readFileSync } from 'node:fs'
import { checkSync } from 'recheck'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'

/** What judges names of the page's author meets 60 characters at most, and lists words without end. */
const ofShortNames = 'editor/selectors/**'

const files = globSync('{wire,service,edge,editor}/**/*.{ts,tsx}', { exclude: [ofShortNames] }).sort()

/** These are put together from the service's own words, and none meets a text in which it could begin anew. */
const composed = ['service/base/http/plugins/methods.ts', 'wire/targets.ts']

/** Seconds where the machine is free; a verdict that comes late is none. */
const patienceMs = 120_000

test('every regular expression takes linear time, whatever text it meets', {
  timeout: 10 * patienceMs,
}, () => {
  const slow = [...expressions()].flatMap(([expression, { pattern, flags, file }]) => {
    const found = checkSync(pattern, flags, { checker: 'automaton', timeout: patienceMs })
    if (found.status === 'safe') return []
    return [
      `${file}: ${expression} is ${found.status === 'unknown' ? 'not understood' : found.complexity.summary}`,
    ]
  })
  expect(slow).toEqual([])
})

test('regular expressions are literals, so that they can be checked', () => {
  expect(files.filter((file) => /\bnew RegExp\(/.test(readFileSync(file, 'utf8')))).toEqual(composed)
})

interface Expression {
  pattern: string
  flags: string
  file: string
}

function expressions(): Map<string, Expression> {
  const found = new Map<string, Expression>()
  for (const file of files) {
    const program = parseAst(readFileSync(file, 'utf8'), { lang: file.endsWith('x') ? 'tsx' : 'ts' })
    for (const { pattern, flags } of literalsIn(program))
      found.set(`/${pattern}/${flags}`, { pattern, flags, file })
  }
  return found
}

function* literalsIn(node: unknown): Generator<{ pattern: string; flags: string }> {
  if (typeof node !== 'object' || node === null) return
  if ('regex' in node && node.regex) yield node.regex as { pattern: string; flags: string }
  for (const child of Object.values(node)) yield* literalsIn(child)
}
