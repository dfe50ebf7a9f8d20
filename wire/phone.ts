/** A column of a list that has a telephone number: `phone`, `mobile_phone`, `Telefonnummer`, `Handy`. */
const phoneColumn = /phone|t[eé]l[eé]fon|(^|[\s_-])((tel|cell|gsm)([\s_(-]|$)|handy|mobil|m[oó]vil)/i
/** A number as people write it: `+49 (0)30 1234-56`. */
const phoneNumber = /^\+?[\d\s()./-]{5,30}$/

/** The address by which a value of a list's column is called; undefined if it is no telephone number. */
export function phoneLink(column: string, value: unknown): string | undefined {
  if (typeof value !== 'string' || !phoneColumn.test(column) || !phoneNumber.test(value)) return undefined
  return `tel:${value.replace(/\(0\)|[^+\d]/g, '')}`
}
