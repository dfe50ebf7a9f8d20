import DOMPurify from 'dompurify'
import type { SanitiserChunk } from '../apply/html.ts'

/**
 * Sanitises where the browser has no `setHTML` of its own, by the same allow-list and with the same outcome: what is
 * not on the list goes with all that is in it. DOMPurify makes its Trusted Types policy, `dompurify`, once.
 */
export const sanitise: SanitiserChunk['sanitise'] = (html, elements, attributes) =>
  DOMPurify.sanitize(html, {
    ALLOWED_TAGS: ['#text', ...elements],
    ALLOWED_ATTR: attributes,
    ALLOW_ARIA_ATTR: false,
    KEEP_CONTENT: false,
    RETURN_DOM_FRAGMENT: true,
  })
