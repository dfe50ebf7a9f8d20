/** Where a URL is to stand. */
export interface UrlPlace {
  attribute: 'src' | 'href'
  /** Local name of the element. */
  element: string
  /** The address that relative ones are resolved against: the page's. */
  base: string
}

/**
 * Whether a URL may stand in an attribute: http, https, mailto, tel, sms and relative ones; `data:` images in `src`
 * only; in an iframe https or the page's own scheme. The URL parser sees through tabs, line breaks and control
 * characters that hide a scheme.
 */
export const isAllowedUrl = (url: string, { attribute, element, base }: UrlPlace): boolean => {
  try {
    const { protocol, href } = new URL(url, base)
    if (element === 'iframe') return protocol === 'https:' || protocol === new URL(base).protocol
    return /^(https?|mailto|tel|sms):$/.test(protocol) || (attribute === 'src' && /^data:image\//i.test(href))
  } catch {
    return false
  }
}
