import DOMPurify from 'dompurify'
import type { Sanitise } from '../items/html.ts'

/**
 * Sanitises in browsers without `setHTML`, by the same allow-list and with the same result: an element that is not on the
 * list is removed with its content. DOMPurify creates its Trusted Types policy, `dompurify`, once. The HTML is wrapped in a
 * template, so that parts of tables and lists parse; templates inside it are removed, because they are not on the list.
 */
export const sanitise: Sanitise = (html, elements, attributes) => {
  const sanitised = DOMPurify.sanitize(`<template>${html}</template>`, {
    ALLOWED_TAGS: ['#text', 'template', ...elements],
    ALLOWED_ATTR: attributes,
    ALLOW_ARIA_ATTR: false,
    KEEP_CONTENT: false,
    // Without it a leading template would be parsed into the head.
    FORCE_BODY: true,
    RETURN_DOM_FRAGMENT: true,
  })
  const content = sanitised.querySelector('template')?.content ?? sanitised
  for (const template of content.querySelectorAll('template')) template.remove()
  return content
}
