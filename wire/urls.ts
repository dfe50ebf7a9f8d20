/** The attributes that a URL may stand in. */
export type UrlAttribute = 'src' | 'href'

/**
 * Whether a URL may stand in an attribute: http, https, mailto, tel, sms and relative ones; `data:` images in `src`
 * only; in an iframe https or the page's own scheme. The URL parser sees through tabs, line breaks and control
 * characters that hide a scheme.
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
