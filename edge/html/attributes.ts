/** The attributes of an element that somebody asks for. `undefined`: it has none, or one that cannot be read for sure. */
export interface Attributes {
  /** The names that it has. */
  readonly names: readonly string[]
  get(name: string): string | undefined
  has(name: string): boolean
}

/** Attributes as they are read. They are few, so looking through a list is faster than a `Map`. */
export class AskedAttributes implements Attributes {
  readonly names: string[] = []
  readonly #values: (string | undefined)[] = []

  /** Of two with one name the first counts. */
  add(name: string, value: string | undefined): void {
    if (this.names.includes(name)) return
    this.names.push(name)
    this.#values.push(value)
  }

  get(name: string): string | undefined {
    const place = this.names.indexOf(name)
    return place < 0 ? undefined : this.#values[place]
  }

  has(name: string): boolean {
    return this.names.includes(name)
  }
}

/** Of an element that has none of those. */
export const noAttributes: Attributes = new AskedAttributes()
