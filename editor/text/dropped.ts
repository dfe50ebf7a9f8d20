import { htmlAttributes, htmlElements } from '../../wire/html.ts'
import { isAllowedUrl } from '../../wire/urls.ts'
import { firstCharacters } from '../words.ts'

const elements = new Set(htmlElements.split(' '))
const attributes = new Set(htmlAttributes.split(' '))

/**
 * Lists what will not reach the page of an HTML source: `<script>`, `onclick`, `href="javascript:…"`.
 * It is only a hint for the writer; the sanitiser decides what is safe.
 */
export function droppedOf(html: string): string[] {
  return [...new Set(tagsIn(html).flatMap(droppedOfTag))]
}

interface Tag {
  name: string
  rest: string
}

function tagsIn(html: string): Tag[] {
  return html
    .split('<')
    .slice(1)
    .flatMap((part) => {
      const name = /^[a-z][\w-]*/i.exec(part)?.[0]
      const end = part.indexOf('>')
      return name
        ? [{ name: name.toLowerCase(), rest: part.slice(name.length, end < 0 ? undefined : end) }]
        : []
    })
}

function droppedOfTag({ name, rest }: Tag): string[] {
  if (!elements.has(name)) return [`<${name}>`]
  return attributesIn(rest).flatMap(([attribute, value]) => {
    if (attribute.startsWith('data-')) return []
    if (!attributes.has(attribute)) return [attribute]
    const isUrl = attribute === 'href' || attribute === 'src'
    // With Liquid the URL is not known here.
    if (!isUrl || value.includes('{{')) return []
    return isAllowedUrl(value, attribute, name, document.baseURI)
      ? []
      : [`${attribute}="${firstCharacters(value, 20)}…"`]
  })
}

function attributesIn(rest: string): [string, string][] {
  const found = rest.matchAll(/([a-z][\w:-]*)(?:=(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/gi)
  return [...found].map(([, name = '', double, single, bare]) => [
    name.toLowerCase(),
    double ?? single ?? bare ?? '',
  ])
}
