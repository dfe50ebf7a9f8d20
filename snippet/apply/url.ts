const schemes = /^(https?|mailto|tel|sms):$/

/**
 * Whether a URL may stand in the attribute. The browser's own parser sees through tabs, line breaks and control
 * characters that hide a scheme.
 */
export const isAllowedUrl = (url: string, attribute: string, element?: string): boolean => {
  try {
    const { protocol, href } = new URL(url, document.baseURI)
    return element === 'iframe'
      ? protocol === 'https:' || (protocol === location.protocol && schemes.test(protocol))
      : schemes.test(protocol) || (attribute === 'src' && /^data:image\//i.test(href))
  } catch {
    return false
  }
}
