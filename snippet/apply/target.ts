import type { ContentType } from '../../wire/record.ts'

/** The elements that each type of item may change. */
const targets: Record<ContentType, RegExp> = {
  text: /^(?!(script|style|template|link|base|embed|object|iframe)$)/,
  html: /^(?!(script|style|template|link|base|embed|object|iframe)$)/,
  src: /^(img|source|video|audio|iframe)$/,
  href: /^(a|area)$/,
}

/** Whether an element of this name may be given a text. */
export const hasText = (name: string): boolean => targets.text.test(name)

/**
 * Whether a URL may stand in the attribute of an element. The browser's own parser sees through tabs, line breaks and
 * control characters that hide a scheme.
 */
export const isAllowedUrl = (url: string, attribute: string, element?: string): boolean => {
  try {
    const { protocol, href } = new URL(url, document.baseURI)
    const isFrame = element === 'iframe'
    return isFrame
      ? protocol === 'https:' || protocol === location.protocol
      : /^(https?|mailto|tel|sms):$/.test(protocol) || (attribute === 'src' && /^data:image\//i.test(href))
  } catch {
    return false
  }
}

/** Whether an item of this type and payload may change an element of this name. */
export const isTarget = (name: string, type: ContentType, payload: string): boolean =>
  targets[type]?.test(name) && (!/^(src|href)$/.test(type) || isAllowedUrl(payload, type, name))
