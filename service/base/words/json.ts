/** Whether a value is an object, and neither an array nor null. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Parses a JSON object; undefined where the text is something else, or no JSON. */
export function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/**
 * Splits JSON text without `JSON.parse`, which changes what it reads: keys that are whole numbers move to the front,
 * and long numbers lose digits.
 */

const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:,]|[^\s"{}[\]:,]+/g

/**
 * The members of a JSON object, in their order: each value as compact text, with its numbers and key order unchanged.
 * `{ "b": 1.0, "1": { "z": [] } }` → `b` is `1.0`, `1` is `{"z":[]}`. The text must be valid JSON.
 */
export function jsonMembers(text: string): Map<string, string> {
  const members = new Map<string, string>()
  let depth = 0
  let key: string | undefined
  let value = ''
  for (const [token] of text.matchAll(tokens)) {
    if (closes(token)) depth--
    if (depth === 0 || (depth === 1 && token === ',')) {
      if (key !== undefined) members.set(key, value)
      key = undefined
      value = ''
    } else if (key === undefined) key = JSON.parse(token) as string
    else if (depth > 1 || token !== ':') value += compact(token)
    if (opens(token)) depth++
  }
  return members
}

/** The compact text of an object with these members. */
export function jsonObject(members: ReadonlyMap<string, string>): string {
  return `{${Array.from(members, ([key, value]) => `${JSON.stringify(key)}:${value}`).join(',')}}`
}

/** How deeply objects and arrays are nested: `{}` is 1, a plain value 0. */
export function jsonDepth(text: string): number {
  let depth = 0
  let deepest = 0
  for (const [token] of text.matchAll(tokens)) {
    if (opens(token)) deepest = Math.max(deepest, ++depth)
    else if (closes(token)) depth--
  }
  return deepest
}

const opens = (token: string) => token === '{' || token === '['
const closes = (token: string) => token === '}' || token === ']'

/** A string without needless escapes: its size is then that of its characters, and PostgreSQL accepts them. */
function compact(token: string): string {
  return token.startsWith('"') && token.includes('\\') ? JSON.stringify(JSON.parse(token)) : token
}
