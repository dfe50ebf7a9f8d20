/** The URLs that a template itself contains, compared as URLs. */
export interface KnownUrls {
  /** The URL in the template's spelling; undefined where the template does not contain it. */
  find(url: string): string | undefined
}

/**
 * Collects the URLs that a language model may use.
 *
 * @param own what a template says by itself, without any value of a prospect: each word of it may be a URL
 * @param urls those of its payload
 */
export function createKnownUrls(own: string, urls: readonly string[]): KnownUrls {
  const words = own.split(/[\s"'<>()]+/)
  const known = new Map<string, string>()
  for (const url of [...words, ...words.map(withoutPunctuation), ...urls]) {
    const href = hrefOf(url)
    if (url !== '' && href !== undefined && !known.has(href)) known.set(href, url)
  }
  return {
    find(url) {
      const href = hrefOf(url)
      return href === undefined ? undefined : known.get(href)
    },
  }
}

/** Relative URLs are compared as if they were on one page. */
function hrefOf(url: string): string | undefined {
  return URL.parse(url.replaceAll('&amp;', '&'), 'https://page.invalid/')?.href
}

function withoutPunctuation(word: string): string {
  return /[.,;:!?]$/.test(word) ? word.slice(0, -1) : word
}
