import { htmlAttributes, htmlElements } from '../../wire/html.ts'
import { isAllowedUrl } from '../../wire/urls.ts'
import type { Chunks } from '../chunks.ts'

/** What TypeScript's DOM library does not know yet of https://wicg.github.io/sanitizer-api. */
interface WithSetHtml {
  setHTML?: (html: string, options: object) => void
}

/**
 * What the allow-list, and the rules for URLs, which no sanitiser knows, leave of a payload; `undefined` where that is
 * nothing to see. The browser's own sanitiser does it, or DOMPurify where it has none.
 */
export const sanitise = async (html: string, load: Chunks['sanitiser']): Promise<Node | undefined> => {
  // Nothing loads or runs in a template's content: it belongs to a document of its own.
  const template: HTMLTemplateElement & WithSetHtml = document.createElement('template')
  const { content } = template
  const elements = htmlElements.split(' ')
  const attributes = htmlAttributes.split(' ')
  const quiet = withoutInline(html)
  if (template.setHTML) template.setHTML(quiet, { sanitizer: { elements, attributes, dataAttributes: true } })
  else content.append((await load()).sanitise(quiet, elements, attributes))
  for (const attribute of ['src', 'href'] as const)
    for (const element of content.querySelectorAll(`[${attribute}]`)) {
      const url = element.getAttribute(attribute) ?? ''
      if (!isAllowedUrl(url, { attribute, element: element.localName, base: document.baseURI }))
        element.removeAttribute(attribute)
    }
  return content.textContent?.trim() || content.querySelector('[src],[class],hr') ? content : undefined
}

/**
 * Chromium reports styles and handlers to the page's policy when it parses them, even if the sanitiser then takes them
 * away. This is for quiet alone: what it does not find the sanitiser does.
 */
const withoutInline = (html: string): string =>
  html.replace(/<[^>]+>/g, (tag) =>
    tag.replace(/[\s/"'](style|on\w+)\s*=\s*("[^"]*"|'[^']*'|[^\s>]*)/gi, (found) =>
      /^["']/.test(found) ? found.charAt(0) : ' ',
    ),
  )
