import type { LiquidText } from './liquid.ts'
import type { Template } from './template.ts'
import type { ThreadTurn } from './template-worker.ts'

/** Which templates a thread holds: see `createHeldTemplates`. */
export interface HeldTemplates {
  /** What the thread has to hold and to drop, so that it has this template. */
  take(template: Template | undefined): Pick<ThreadTurn, 'hold' | 'drop'>
  /** A new thread holds nothing. */
  clear(): void
}

/**
 * How much text of templates is held, in characters, beside one template of any length. Text of nothing but `{{a}}`
 * takes 200 times its length once Liquid has parsed it.
 */
const mostHeld = 150_000

/** Creates the function that gives each template a key, the same for good. */
export function createTemplateKeys(): (template: Template) => number {
  const keys = new WeakMap<Template, number>()
  let keyed = 0
  return (template) => {
    const key = keys.get(template) ?? ++keyed
    keys.set(template, key)
    return key
  }
}

/** Keeps count of the templates in a thread: each is sent once, and the one that was used longest ago is dropped. */
export function createHeldTemplates(keyOf: (template: Template) => number): HeldTemplates {
  const lengths = new Map<number, number>()
  let length = 0

  function take(template: Template | undefined): Pick<ThreadTurn, 'hold' | 'drop'> {
    if (!template) return { hold: [], drop: [] }
    const key = keyOf(template)
    const known = lengths.get(key)
    // To the end: it was used last.
    lengths.delete(key)
    lengths.set(key, known ?? lengthOf(template))
    if (known !== undefined) return { hold: [], drop: [] }
    length += lengths.get(key) ?? 0
    return { hold: [[key, template]], drop: dropOldest() }
  }

  function dropOldest(): number[] {
    const drop: number[] = []
    for (const [key, each] of lengths) {
      if (length <= mostHeld || drop.length === lengths.size - 1) break
      drop.push(key)
      length -= each
    }
    for (const key of drop) lengths.delete(key)
    return drop
  }

  function clear(): void {
    lengths.clear()
    length = 0
  }

  return { take, clear }
}

/** The length of its texts; what an alias repeats is there once. */
function lengthOf({ content }: Template): number {
  const texts = new Set<LiquidText>()
  for (const { payload, write, for: cases = [] } of content)
    for (const each of [payload, write, ...cases.map((one) => one.payload)])
      for (const text of each?.values() ?? []) texts.add(text)
  return [...texts].reduce((sum, { source }) => sum + source.length, 0)
}
