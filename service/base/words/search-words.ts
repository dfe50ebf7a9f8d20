const longestSearch = 200

/** The words of a search, in lower case: letters and digits. */
export function searchWords(search: string): string[] {
  return (
    search
      .slice(0, longestSearch)
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  )
}
