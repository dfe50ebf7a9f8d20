import { htmlAttributes, htmlElements } from '../../wire/html.ts'
import { isAllowedUrl } from './url.ts'

/** What the sanitiser chunk exports. */
export interface SanitiserChunk {
  sanitise: (html: string, elements: string[], attributes: string[]) => Node
}

/** What TypeScript's DOM library does not know yet of https://wicg.github.io/sanitizer-api. */
interface WithSetHtml {
  setHTML?: (html: string, options: object) => void
}

/**
 * What the allow-list, and the rules for URLs, which no sanitiser knows, leave of a payload; `undefined` where that is
 * nothing to see. The browser's own sanitiser does it, or the chunk where it has none.
 */
export const sanitise = async (html: string, host: string): Promise<Node | undefined> => {
  // Inert: nothing in it is loaded before it has been looked at.
  const template = document.createElement('template') as HTMLTemplateElement & WithSetHtml
  const { content } = template
  const elements = htmlElements.split(' ')
  const attributes = htmlAttributes.split(' ')
  if (template.setHTML) template.setHTML(html, { sanitizer: { elements, attributes, dataAttributes: true } })
  else {
    const chunk: SanitiserChunk = await import(`${host}/sanitiser.js`)
    content.append(chunk.sanitise(html, elements, attributes))
  }
  for (const name of ['src', 'href'])
    for (const element of content.querySelectorAll(`[${name}]`))
      if (!isAllowedUrl(element.getAttribute(name) ?? '', name, '')) element.removeAttribute(name)
  return content.textContent?.trim() || content.querySelector('[src],[class],hr') ? content : undefined
}
