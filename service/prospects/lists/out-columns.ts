/** The columns that are added to a list when it is exported. */
export const outColumns = ['link', 'status', 'problem'] as const
/** The columns that are added to the lines that could not be used. */
export const problemColumns = ['line', 'problem'] as const

/** The header without the columns that an earlier export added. */
export function withoutOutColumns(header: readonly string[]): readonly string[] {
  const added = [outColumns, problemColumns].find((titles) => {
    const last = header.slice(-titles.length).map((title) => title.trim().toLowerCase())
    return header.length > titles.length && last.join() === titles.join()
  })
  return added ? header.slice(0, -added.length) : header
}
