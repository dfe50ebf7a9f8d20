import type { StreamedElement } from '../html/element.ts'
import type { Complex, Test } from './ast.ts'

/** How many values of `class` are cached with the entries that may match them. */
const maxClasses = 500

const nothing: readonly never[] = []

/** Entries indexed by what their selectors need, so that few are tried on each element. */
export class Candidates<Entry> {
  readonly #fold: (name: string) => string
  readonly #by: Record<'tag' | 'id' | 'class' | 'attribute', Map<string, Entry[]>> = {
    tag: new Map(),
    id: new Map(),
    class: new Map(),
    attribute: new Map(),
  }
  readonly #everywhere: Entry[] = []
  readonly #ofClasses = new Map<string, readonly Entry[]>()

  /** @param isQuirks whether ids and classes are compared case-insensitively */
  constructor(isQuirks: boolean) {
    this.#fold = isQuirks ? (name) => name.toLowerCase() : (name) => name
  }

  add(list: readonly Complex[], entry: Entry): void {
    for (const { tests } of list) {
      const place = this.#placeFor(tests)
      if (place.at(-1) !== entry) place.push(entry)
    }
  }

  #placeFor(tests: readonly Test[]): Entry[] {
    for (const kind of ['id', 'class', 'attribute', 'tag'] as const) {
      const test = tests.find((one) => one.kind === kind) as { name: string } | undefined
      if (!test) continue
      const name = kind === 'id' || kind === 'class' ? this.#fold(test.name) : test.name
      const place = this.#by[kind].get(name) ?? []
      this.#by[kind].set(name, place)
      return place
    }
    return this.#everywhere
  }

  /** The entries that may match an element, each once, in any order. */
  for({ name, attributes }: StreamedElement): readonly Entry[] {
    let found: readonly Entry[] = this.#everywhere
    const { tag, id, attribute } = this.#by
    if (tag.size > 0) found = joined(found, tag.get(name.toLowerCase()))
    if (attributes.names.length === 0) return found
    const idValue = id.size > 0 ? attributes.get('id') : undefined
    if (idValue) found = joined(found, id.get(this.#fold(idValue)))
    found = joined(found, this.#ofClass(attributes.get('class')))
    if (attribute.size > 0) for (const one of attributes.names) found = joined(found, attribute.get(one))
    return found
  }

  #ofClass(value: string | undefined): readonly Entry[] {
    if (!value || this.#by.class.size === 0) return nothing
    const known = this.#ofClasses.get(value)
    if (known) return known
    let found: readonly Entry[] = nothing
    for (const one of this.#fold(value).split(/[ \t\n\r\f]/)) found = joined(found, this.#by.class.get(one))
    if (this.#ofClasses.size === maxClasses) this.#ofClasses.clear()
    this.#ofClasses.set(value, found)
    return found
  }
}

function joined<Entry>(some: readonly Entry[], more: readonly Entry[] | undefined): readonly Entry[] {
  if (!more || more.length === 0) return some
  return some.length === 0 ? more : [...new Set([...some, ...more])]
}
