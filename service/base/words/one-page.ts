/** Characters of JSON: a page of a list is never longer, whatever `limit` says. */
const mostLength = 2 * 1024 * 1024

/** As many of the items as fit into one answer, at least one. The cursor leads to the others. */
export function onePage<T>(items: readonly T[]): T[] {
  let length = 0
  const end = items.findIndex((item) => {
    length += JSON.stringify(item).length
    return length > mostLength
  })
  return end < 0 ? [...items] : items.slice(0, Math.max(1, end))
}
