import { isWordAt } from './ascii.ts'

/** Finds known names in bytes, in any case, without creating strings. */
export class NameTable<Name extends { readonly text: string }> {
  readonly #slots: (Name | undefined)[]

  constructor(names: readonly Name[]) {
    let size = 16
    while (size < 4 * names.length) size *= 2
    this.#slots = new Array(size).fill(undefined)
    for (const name of names) {
      let slot = hashOfBytes(new TextEncoder().encode(name.text), 0, name.text.length) & (size - 1)
      while (this.#slots[slot]) slot = (slot + 1) & (size - 1)
      this.#slots[slot] = name
    }
  }

  find(bytes: Uint8Array, start: number, end: number): Name | undefined {
    const slots = this.#slots
    const last = slots.length - 1
    for (let slot = hashOfBytes(bytes, start, end) & last; ; slot = (slot + 1) & last) {
      const name = slots[slot]
      if (!name || (end - start === name.text.length && isWordAt(bytes, start, name.text))) return name
    }
  }
}

/** A hash that ignores case. */
export function hashOfBytes(bytes: Uint8Array, start: number, end: number): number {
  let hash = end - start
  for (let at = start; at < end; at++) hash = (Math.imul(hash, 31) + ((bytes[at] as number) | 32)) | 0
  return hash ^ (hash >>> 11)
}
