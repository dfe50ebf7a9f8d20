/**
 * A value as JSON, whatever `toJSON` the page has given lists, texts or numbers (Prototype.js up to 1.6 does): the replacer
 * gets the holder as `this`, with the value as it was before `toJSON`.
 */
export const jsonOf = (value: unknown): string =>
  JSON.stringify(value, function (this: Record<string, unknown>, key) {
    return this[key]
  })
