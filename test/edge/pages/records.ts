import { selectAll } from 'css-select'
import type { AnyNode, Element } from 'domhandler'
import type { ContentItem } from '../../../wire/record.ts'
import type { ContentType } from '../../../wire/targets.ts'
import { oneOf, type Random } from '../random.ts'

/** A record's items for what is in a page, some of them such as the edge has to leave. */
export function randomItems(page: AnyNode[], random: Random): ContentItem[] {
  const elements = selectAll('body *', page) as Element[]
  if (elements.length === 0) return []
  return Array.from({ length: 1 + random(6) }, () => {
    const element = oneOf(random, elements)
    const type = typeFor(element, random)
    return { selector: selectorFor(element, random), type, payload: oneOf(random, payloads[type]) }
  })
}

/**
 * Whether a target's content stands in another's. What becomes of it depends on how much of the page is there when the
 * script comes, so the script alone makes different pages of such a record.
 */
export function hasNestedTargets(page: AnyNode[], items: ContentItem[]): boolean {
  const isContent = ({ type }: ContentItem) => type === 'text' || type === 'html'
  const targets = new Set(items.filter(isContent).flatMap(({ selector }) => selectAll(selector, page)))
  const isInTarget = ({ parent }: AnyNode): boolean =>
    !!parent && (targets.has(parent as AnyNode) || isInTarget(parent as AnyNode))
  const all = items.flatMap(({ selector }) => selectAll(selector, page))
  return all.some((one) => isInTarget(one))
}

function typeFor({ name }: Element, random: Random): ContentType {
  if (name === 'img' && random(4)) return 'src'
  if (name === 'a' && random(2)) return 'href'
  return oneOf(random, ['text', 'text', 'html', 'src', 'href'])
}

const payloads: Record<ContentType, string[]> = {
  text: ['For Ada', 'Größe & <b>mehr</b>', '日本 "quoted" \'too\'', '</script><!--', '\u{1f600}'],
  html: ['<b>For</b> Ada', '<p>For <i>Ada</i></p>', 'plain &amp; simple', '<p onclick="x()">left</p>'],
  src: ['/ada.jpg', 'https://cdn.example.com/a.png?b=1&c="2"', 'javascript:alert(1)'],
  href: ['/ada?x=1&y=2', 'https://www.example.com/é', 'data:text/html,x'],
}

function selectorFor(element: Element, random: Random): string {
  const made = oneOf(random, makers)(element)
  return made && /^[ -~]+$/.test(made) ? made : `body ${element.name}`
}

const plain = /^-?[A-Za-z_][\w-]*$/
const idOf = ({ attribs }: Element) => (plain.test(attribs.id ?? '') ? `#${attribs.id}` : undefined)
const classOf = ({ attribs }: Element) => {
  const name = attribs.class?.split(/\s+/).find((one) => plain.test(one))
  return name && `.${name}`
}
const parentOf = ({ parent }: Element) => (parent?.type === 'tag' ? (parent as Element) : undefined)
const nameOrClass = (one: Element) => idOf(one) ?? classOf(one) ?? one.name

const makers: ((element: Element) => string | undefined)[] = [
  idOf,
  classOf,
  (one) => one.name + (classOf(one) ?? '[class]'),
  (one) => `${nameOrClass(parentOf(one) ?? one)} > ${nameOrClass(one)}`,
  (one) => `${nameOrClass(parentOf(one) ?? one)} ${one.name}:first-child`,
  (one) => `body ${nameOrClass(one)}:nth-child(2n+1)`,
  (one) => `body ${one.name}:nth-of-type(2)`,
  (one) => `${one.name} + ${nameOrClass(one)}, .none`,
  (one) => {
    const [name, value = ''] = Object.entries(one.attribs).find(([key]) => plain.test(key)) ?? []
    return name && `[${name}="${value.replace(/["\\\n]/g, '')}"]`
  },
  (one) => `${nameOrClass(one)}:last-child`,
  (one) => one.name,
]
