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
      const name = this.#wanted.find(bytes, tag.nameStarts[place] as number, tag.nameEnds[place] as number)
      if (!name) continue
      read ??= new Attributes()
      const value = this.#values.read(bytes, tag.valueStarts[place] as number, tag.valueEnds[place] as number)
      read.add(name.text, value)
    }
    return read ?? noAttributes
  }
}
