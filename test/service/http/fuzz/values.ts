import type { Random } from './random.ts'

/** What of JSON Schema the generator understands. */
export interface ValueSchema {
  type?: string
  properties?: Record<string, ValueSchema>
  required?: string[]
  items?: ValueSchema
}

/** Texts that have broken something somewhere. */
const hostileTexts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202e\ufeff',
  '💥'.repeat(50),
  'x'.repeat(70_000),
  "'; DROP TABLE prospect; --",
  '<script>alert(1)</script>',
  '{{7*7}}',
  '../../etc/passwd',
  '%00%ff',
  '__proto__',
  'constructor',
  'null',
  '-1',
  '1e999',
]

const otherValues: unknown[] = [null, true, 0, -1, 1.5, 1e308, [], {}, [[]], [null], { a: null }]

/** Texts that can be right, by the name of the field. URLs stay on this machine. */
const likelyTexts: Record<string, (random: Random) => string> = {
  email: (random) =>
    `person${random.below(200)}@${random.pick(['example.com', 'Example.COM', 'bücher.example'])}`,
  template: (random) => random.pick(['launch', 'launch', 'broken', 'unknown']),
  language: (random) => random.pick(['en', 'de', 'EN-us', 'de_DE', 'fr', 'x-private', 'de-AT-1996']),
  domain: (random) =>
    random.pick([`firm${random.below(50)}.example`, 'https://www.firm.co.uk/x', 'co.uk', '10.0.0.1']),
  callback: (random) =>
    random.pick(['http://127.0.0.1:9/hook', 'http://127.0.0.1:9/ä?b#c', 'ftp://127.0.0.1', 'hook']),
}

/** A value for a schema: mostly one that it allows, sometimes one that it does not. */
export function valueFor(schema: ValueSchema, name: string, random: Random, ids: readonly string[]): unknown {
  if (random.chance(0.04)) return random.pick(otherValues)
  switch (schema.type) {
    case 'object':
      return objectFor(schema, random, ids)
    case 'array':
      return Array.from({ length: random.below(random.chance(0.1) ? 25 : 4) }, () =>
        valueFor(schema.items ?? {}, name, random, ids),
      )
    case 'boolean':
      return random.chance(0.5)
    case 'string':
      return textFor(name, random, ids)
    default:
      return random.pick(otherValues)
  }
}

function objectFor(schema: ValueSchema, random: Random, ids: readonly string[]): unknown {
  const entries = Object.entries(schema.properties ?? {})
    .filter(([name]) => random.chance(schema.required?.includes(name) ? 0.95 : 0.6))
    .map(([name, of]) => [name, valueFor(of, name, random, ids)] as const)
  const more = random.chance(0.3) || entries.length === 0 ? [[anyText(random), tree(random, 7)] as const] : []
  return Object.fromEntries([...entries, ...more])
}

function textFor(name: string, random: Random, ids: readonly string[]): string {
  if (random.chance(0.08)) return anyText(random)
  if (name === 'prospect' && ids.length > 0) return random.pick(ids)
  return likelyTexts[name]?.(random) ?? anyText(random)
}

/** A text that nobody expects. */
export function anyText(random: Random): string {
  if (random.chance(0.4)) return random.pick(hostileTexts)
  return String.fromCharCode(
    ...Array.from({ length: random.below(20) }, () => random.below(random.chance(0.8) ? 128 : 65_536)),
  )
}

/** Nested objects and lists. */
function tree(random: Random, depth: number): unknown {
  if (depth === 0 || random.chance(0.3))
    return random.chance(0.5) ? anyText(random) : random.pick(otherValues)
  const inner = Array.from({ length: random.below(3) }, () => tree(random, depth - 1))
  return random.chance(0.5) ? inner : Object.fromEntries(inner.map((value) => [anyText(random), value]))
}
