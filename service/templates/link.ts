/** The address of a page with a pattern in it: the link for one person. */
export function linkTo(page: string, pattern: string): string {
  const url = new URL(page)
  url.searchParams.set('pattern', pattern)
  return url.href
}
