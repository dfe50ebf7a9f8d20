/**
 * Reads a list page by page until one is not full; pages without rows are left out.
 *
 * @param readPage the rows behind `last`, `size` at most; `last` is undefined for the first page
 */
export async function* inPages<Row>(
  size: number,
  readPage: (last: Row | undefined) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let last: Row | undefined
  do {
    const rows = await readPage(last)
    if (rows.length > 0) yield rows
    last = rows.length < size ? undefined : rows.at(-1)
  } while (last)
}
