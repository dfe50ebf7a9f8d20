import DOMPurify from 'dompurify'
import type { SanitiserChunk } from '../chunks.ts'

/**
 * Sanitises where the browser has no `setHTML` of its own, by the same allow-list and with the same outcome: what is
 * not on the list goes with all that is in it. DOMPurify makes its Trusted Types policy, `dompurify`, once. In a
 * template parts of tables and lists are parsed as such; templates in it are not on the list.
 */
export const sanitise: SanitiserChunk['sanitise'] = (html, elements, attributes) => {
  const sanitised = DOMPurify.sanitize(`<template>${html}</template>`, {
    ALLOWED_TAGS: ['#text', 'template', ...elements],
    ALLOWED_ATTR: attributes,
    ALLOW_ARIA_ATTR: false,
    KEEP_CONTENT: false,
    // A template that comes first would go into the head.
    FORCE_BODY: true,
    RETURN_DOM_FRAGMENT: true,
  })
  const content = sanitised.querySelector('template')?.content ?? sanitised
  for (const template of content.querySelectorAll('template')) template.remove()
  return content
}
