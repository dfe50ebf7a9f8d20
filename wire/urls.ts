/** The attributes that can have a URL. */
export type UrlAttribute = 'src' | 'href'

/**
 * Whether a URL is allowed in an attribute: http, https, mailto, tel, sms and relative ones; `data:` images in `src`
 * only; in an iframe only https or the page's own scheme. The URL parser removes tabs, line breaks and control characters
 * that could hide a scheme. An invalid URL is not allowed.
 *
 * @param element local name of the element
 * @param base the address that relative ones are resolved against: the page's
 */
export const isAllowedUrl = (
  url: string,
  attribute: UrlAttribute,
  element: string,
  base: string,
): boolean => {
  try {
    const { protocol, href } = new URL(url, base)
    if (element === 'iframe') return protocol === 'https:' || protocol === new URL(base).protocol
    return /^(https?|mailto|tel|sms):$/.test(protocol) || (attribute === 'src' && /^data:image\//i.test(href))
  } catch {
    return false
  }
}
