/** The `utm_` values of a campaign's links, without their `utm_`. */
export const utmNames = ['source', 'medium', 'campaign', 'term', 'content'] as const

export type Utm = Partial<Record<(typeof utmNames)[number], string>>

/**
 * The address of a page with a pattern in it: the link for one person. `utm` adds what web analytics reads, or replaces
 * the page's own. The pattern comes first: mail tools that escape `&` twice harm only what follows one.
 *
 * @example
 * linkTo('https://www.example.com/launch', 'q1…', { source: 'mail' })
 * // 'https://www.example.com/launch?pattern=q1…&utm_source=mail'
 */
export function linkTo(page: string, pattern: string, utm: Utm = {}): string {
  const url = new URL(page)
  for (const name of utmNames) {
    const value = utm[name]
    if (value !== undefined) url.searchParams.set(`utm_${name}`, value)
  }
  url.searchParams.delete('pattern')
  url.search = new URLSearchParams([['pattern', pattern], ...url.searchParams]).toString()
  return url.href
}
