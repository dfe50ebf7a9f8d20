import { htmlAttributes, htmlElements } from '../../../wire/html.ts'
import type { Chunks } from '../../chunks.ts'
import { isAllowed } from '../../first/allowed.ts'

/** Not yet in TypeScript's DOM library: https://wicg.github.io/sanitizer-api. */
interface WithSetHtml {
  setHTML?: (html: string, options: object) => void
}

/**
 * Sanitises a payload by the allow-list of elements and attributes and by Motif's rules for URLs. Uses the browser's own
 * sanitiser, or DOMPurify in browsers without one. `undefined` if nothing visible is left.
 */
export const sanitise = async (html: string, load: Chunks['sanitiser']): Promise<Node | undefined> => {
  // A template's content belongs to an inert document: nothing loads or runs there.
  const template: HTMLTemplateElement & WithSetHtml = document.createElement('template')
  const { content } = template
  const elements = htmlElements.split(' ')
  const attributes = htmlAttributes.split(' ')
  const quiet = withoutInline(html)
  if (template.setHTML) template.setHTML(quiet, { sanitizer: { elements, attributes, dataAttributes: true } })
  else content.append((await load()).sanitise(quiet, elements, attributes))
  for (const element of content.querySelectorAll('*'))
    for (const attribute of ['src', 'href'] as const)
      if (!isAllowed(`${element.getAttribute(attribute)}`, attribute, element))
        element.removeAttribute(attribute)
  return content.textContent?.trim() || content.querySelector('[src],[class],hr') ? content : undefined
}

/**
 * Removes inline styles and handlers before parsing. Chromium reports them to the page's Content-Security-Policy even if
 * the sanitiser then removes them. This only avoids the reports: the sanitiser removes whatever is missed here.
 */
const withoutInline = (html: string): string =>
  html.replace(/<[^>]+>/g, (tag) =>
    tag.replace(/([\s/"'])(style|on\w+)\s*=\s*("[^"]*"|'[^']*'|[^\s>]*)/gi, '$1'),
  )
