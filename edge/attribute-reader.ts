import { Attributes, noAttributes } from './html/attributes.ts'
import { NameTable } from './html/name-table.ts'
import type { TagToken } from './html/tag.ts'
import { ValueReader } from './html/values.ts'

/** Reads the wanted attributes of start tags, and no others. */
export class AttributeReader {
  readonly #wanted: NameTable<{ text: string }>
  readonly #values = new ValueReader()

  constructor(names: Iterable<string>) {
    this.#wanted = new NameTable([...names].map((text) => ({ text })))
  }

  read(bytes: Uint8Array, tag: TagToken): Attributes {
    let read: Attributes | undefined
    for (let place = 0; place < tag.attributeCount; place++) {
      const name = this.#wanted.find(bytes, tag.nameStartOf(place), tag.nameEndOf(place))
      if (!name) continue
      read ??= new Attributes()
      read.add(name.text, this.#values.read(bytes, tag.valueStartOf(place), tag.valueEndOf(place)))
    }
    return read ?? noAttributes
  }
}
