import { compile, selectAll } from 'css-select'
import type { AnyNode, Document, Element } from 'domhandler'
import { parse } from 'parse5'
import { adapter } from 'parse5-htmlparser2-tree-adapter'
import { meaningsOf } from '../../wire/bare-name.ts'
import type { ContentType } from '../../wire/targets.ts'
import { hasSource, isTarget } from '../../wire/targets.ts'

/** A page, and what is asked of it. */
export interface PageQuestion {
  html: string
  items: { selector: string; type: ContentType }[]
  /** `PUBLIC_URL`. */
  host: string
}

/** What was found. */
export interface PageFindings {
  hasTag: boolean
  /** Whether scripts of the page, or a tag manager, may add the tag. */
  mayGetTag: boolean
  isMadeByScripts: boolean
  items: ItemFindings[]
}

/** What a selector finds, for items of one type. */
export interface ItemFindings {
  selector: string
  type: ContentType
  /** Left out where only a browser can tell. */
  matches?: number
  /** What the page shows there by itself. */
  own?: string
}

/** Looks for items and the tag in a page. */
export function findOnPage({ html, items, host }: PageQuestion): PageFindings {
  const page = parsePage(html)
  return {
    hasTag: page.hasTag(host),
    mayGetTag: page.hasTagManager || page.isMadeByScripts,
    isMadeByScripts: page.isMadeByScripts,
    items: items.map(({ selector, type }) => {
      const matches = page.count(selector)
      const own = page.own(selector, type)
      return {
        selector,
        type,
        ...(matches !== undefined && { matches }),
        ...(own !== undefined && { own }),
      }
    }),
  }
}

/** A page as browsers parse it, before any script runs. */
export interface CheckedPage {
  /**
   * How many elements a selector matches. A bare name without matches is tried as an `id`, then as a `data-content`.
   * Undefined where only a browser can tell, as for `:hover`.
   */
  count(selector: string): number | undefined
  /**
   * The names of matching elements that an item of this type cannot change, because the browser script refuses them;
   * each once.
   */
  refusals(selector: string, type: ContentType): string[]
  /** What the first of them shows by itself: its text, or its address for a picture or a link. Undefined for nothing. */
  own(selector: string, type: ContentType): string | undefined
  /** Whether the page has hardly any content of its own, because scripts create it. */
  isMadeByScripts: boolean
  /** Whether a tag manager is on the page, which may add the tag. */
  hasTagManager: boolean
  /** Whether it contains the tag of the service at `host`. Tags that scripts or a tag manager add are not seen. */
  hasTag(host: string): boolean
}

/** Parses HTML by the rules of the HTML standard, so that selectors match what they match in a browser. */
export function parsePage(html: string): CheckedPage {
  const document = parse(html, { treeAdapter: adapter }) as unknown as Document
  const select = (selector: string) =>
    selectAll<AnyNode, Element>(compile<AnyNode, Element>(selector), document)
  const scripts = select('script')

  function find(selector: string): Element[] | undefined {
    if (ofTheMoment.test(selector)) return undefined
    try {
      for (const alternative of meaningsOf(selector)) {
        const found = select(alternative)
        if (found.length > 0) return found
      }
      return []
    } catch {
      return undefined
    }
  }

  return {
    count: (selector) => find(selector)?.length,
    refusals(selector, type) {
      const refusing = (find(selector) ?? []).filter((element) => !canChange(element, type))
      return [...new Set(refusing.map(({ name }) => name))]
    },
    own(selector, type) {
      const [element] = find(selector) ?? []
      const shown = element && (attributeOf(element, type) ?? textIn(element))
      return shown?.replace(/\s+/g, ' ').trim().slice(0, longestOwn) || undefined
    },
    hasTag: (host) => scripts.some((script) => isTag(script, host)),
    isMadeByScripts: scripts.some(isOther) && textOf(document) < littleText,
    hasTagManager: scripts.some((script) =>
      tagManagers.test(`${script.attribs.src ?? ''} ${codeOf(script)}`),
    ),
  }
}

const tagManagers =
  /googletagmanager\.com|\bgtm\.js|assets\.adobedtm\.com|tags\.tiqcdn\.com|\/js\/container_\w/

function codeOf({ children }: Element): string {
  return children.map((child) => ('data' in child ? child.data : '')).join('')
}

const svgNamespace = 'http://www.w3.org/2000/svg'

/** The same rule as in the page. Background images from style sheets are not known here. */
function canChange({ name, namespace, attribs }: Element, type: ContentType): boolean {
  if (!isTarget(type, name, namespace === svgNamespace)) return false
  return type !== 'src' || hasSource(name) || /background/i.test(attribs.style ?? '')
}

/** So much is enough to know a text again. */
const longestOwn = 300

/** The address that an item of this type changes; undefined for a text. */
function attributeOf({ attribs }: Element, type: ContentType): string | undefined {
  if (type === 'href') return attribs.href ?? ''
  if (type === 'src')
    return attribs.src ?? attribs['data-src'] ?? /url\(["']?([^"')]+)/.exec(attribs.style ?? '')?.[1] ?? ''
  return undefined
}

const unreadElements = new Set(['script', 'style', 'template', 'noscript'])

function textIn({ children }: Element): string {
  let text = ''
  // Walked with a stack: a page may be nested deeper than calls can be.
  const left: AnyNode[] = children.toReversed()
  while (left.length > 0 && text.length < 2 * longestOwn) {
    const node = left.pop()
    if (node?.type === 'text') text += node.data
    else if (node && 'children' in node && !('name' in node && unreadElements.has(node.name)))
      for (const child of node.children.toReversed()) left.push(child)
  }
  return text
}

/** Pseudo-classes that depend on what the visitor does. */
const ofTheMoment =
  /:(hover|active|focus|target|visited|fullscreen|modal|popover-open|picture-in-picture|user-)/

/** With fewer characters of text, a page counts as the empty frame of a single-page application. */
const littleText = 200

/** The inline tag has the host as an attribute; the simplest tag loads its script from there. */
function isTag({ attribs }: Element, host: string): boolean {
  return attribs['data-host'] === host || tagFiles.some((file) => attribs.src?.startsWith(`${host}/${file}`))
}

const tagFiles = ['snippet.js', 'loader.js']

/** Whether a script may make the page: it is neither the tag of whatever service, nor JSON for search engines. */
function isOther({ attribs }: Element): boolean {
  const isAnyTag =
    attribs['data-host'] !== undefined || tagFiles.some((file) => attribs.src?.endsWith(`/${file}`))
  return !isAnyTag && !/json|importmap/i.test(attribs.type ?? '')
}

function textOf(document: Document): number {
  const visible = selectAll<AnyNode, Element>('body *:not(script, style, template, noscript)', document)
  const texts = visible.flatMap(({ children }) => children.filter((child) => child.type === 'text'))
  return texts.reduce((length, text) => length + ('data' in text ? text.data.trim().length : 0), 0)
}
