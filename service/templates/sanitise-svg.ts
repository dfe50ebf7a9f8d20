import { type ChildNode, isCDATA, isTag, isText } from 'domhandler'
import { parseDocument } from 'htmlparser2'
import { escapeHtml } from '../base/words/html.ts'

/** What draws. Without `a`, `foreignObject` and `script`, and without animations that can set any attribute. */
const elements =
  /^(?:svg|g|defs|symbol|use|title|desc|style|image|path|rect|circle|ellipse|line|polyline|polygon|text|tspan|textPath|linearGradient|radialGradient|stop|clipPath|mask|pattern|marker|filter|fe(?!Image$)[A-Z]\w+|animate(?:Motion|Transform))$/
const attributeNames = /^(?!on|xmlns$|src$)(?:xml:space|[a-z][-\w]*)$/i
const ownAddress = /^\s*(?:#|data:image\/(?:avif|gif|jpeg|png|webp);base64,)/
/** CSS that may name an address other than `url(#…)`, and escapes, which could hide one. */
const reaching = /\\|@(?!media\b)|(?:cross-fade|element|image|image-set|src)\s*\(|url\s*\((?!\s*["']?#)/i
/** What is nested deeper is left out. */
const mostDeep = 200

/**
 * Reduces an SVG picture to elements that draw: no script, no handler, no address of anything outside of it. Undefined for what
 * is no SVG. As `sanitiseHtml`, it is safe by what it writes, not by what it understands.
 */
export function sanitiseSvg(text: string): string | undefined {
  const root = parseDocument(text, { xmlMode: true }).children.find(isTag)
  return root?.name === 'svg' ? write(root, 0) : undefined
}

function write(node: ChildNode, depth: number): string {
  if (isText(node)) return escapeHtml(node.data)
  if (isCDATA(node)) return writeAll(node.children, depth)
  if (!isTag(node) || !elements.test(node.name) || depth > mostDeep) return ''
  const { name, attribs, children } = node
  const inside = name === 'style' ? writeStyle(children) : writeAll(children, depth + 1)
  const attributes = Array.from(keptOf(attribs), ([key, value]) => ` ${key}="${escapeHtml(value)}"`)
  return `<${name}${depth === 0 ? ' xmlns="http://www.w3.org/2000/svg"' : ''}${attributes.join('')}>${inside}</${name}>`
}

const writeAll = (nodes: ChildNode[], depth: number) => nodes.map((node) => write(node, depth)).join('')

/** All or nothing. What stands in it is read as one text, whatever comments and elements are between its words. */
function writeStyle(nodes: ChildNode[]): string {
  const css = nodes
    .flatMap((node) => (isCDATA(node) ? node.children : [node]))
    .map((node) => (isText(node) ? node.data : ''))
    .join('')
  return reaching.test(css) ? '' : escapeHtml(css)
}

function keptOf(attributes: Record<string, string>): Map<string, string> {
  const all = Object.entries(attributes).map(
    ([name, value]) => [name.replace(/^xlink:href$/, 'href'), value] as const,
  )
  return new Map(
    all.filter(([name, value]) =>
      name === 'href' ? ownAddress.test(value) : attributeNames.test(name) && !reaching.test(value),
    ),
  )
}
