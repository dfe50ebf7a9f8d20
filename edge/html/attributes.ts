/** The wanted attributes of an element. A value is `undefined` if the attribute is missing, or cannot be read for certain. */
export class Attributes {
  readonly names: string[] = []
  readonly #values: (string | undefined)[] = []

  /** Of two attributes with one name, the first one counts. */
  add(name: string, value: string | undefined): void {
    if (this.has(name)) return
    this.names.push(name)
    this.#values.push(value)
  }

  get(name: string): string | undefined {
    // There are few, so searching a list is faster than a `Map`.
    const place = this.names.indexOf(name)
    return place < 0 ? undefined : this.#values[place]
  }

  has(name: string): boolean {
    return this.names.includes(name)
  }
}

/** For an element without wanted attributes. */
export const noAttributes = new Attributes()
