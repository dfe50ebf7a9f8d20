/** Characters of JSON: more of a list is not answered at once, whatever its limit. */
const mostLength = 2 * 1024 * 1024

/** The first of the items, as many as one answer has room for, and one at least. The others have their cursor. */
export function onePage<T>(items: readonly T[]): T[] {
  let length = 0
  const end = items.findIndex((item) => {
    length += JSON.stringify(item).length
    return length > mostLength
  })
  return end < 0 ? [...items] : items.slice(0, Math.max(1, end))
}
