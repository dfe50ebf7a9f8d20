import { compile, selectAll } from 'css-select'
import type { AnyNode, Document, Element } from 'domhandler'
import { parse } from 'parse5'
import { adapter } from 'parse5-htmlparser2-tree-adapter'
import type { ContentType } from '../../wire/targets.ts'
import type { ItemOnPage, PageCheck } from './operations.ts'

/** A page, and what is asked of it. */
export interface PageQuestion {
  html: string
  items: { selector: string; type: ContentType }[]
  /** `PUBLIC_URL`. */
  host: string
}

/** What was found. */
export interface PageFindings {
  html: Required<Pick<PageCheck, 'hasTag' | 'isMadeByScripts'>> & Pick<PageCheck, 'mayGetTag'>
  items: ItemFindings[]
}

/** What a selector finds, for items of one type: of the first of them what it shows by itself. */
export type ItemFindings = Pick<ItemOnPage, 'selector' | 'type' | 'matches' | 'own'>

/** What is known of the page of a template. */
export interface PageState {
  page: string
  version: number
  /** When the check began, in milliseconds since 1970. */
  checkedAt: number
  /** Why it could not be read. A page that cannot be read for now says nothing new of its items. */
  problem?: string
  /** Since when its address answers that there is no page. */
  goneSince?: number
  html?: PageFindings['html']
  /** Since when its HTML has no tag, and nothing that may add it. */
  untaggedSince?: number
  items: CheckedItem[]
}

/** An item as the latest check found it in the HTML of its page. */
export interface CheckedItem extends ItemFindings, Pick<ItemOnPage, 'state'> {
  /** Since when that is so, in milliseconds since 1970. */
  since: number
  /** How many elements it matched when it matched any for the first time. */
  usual?: number
}

/** Looks for items and the tag in a page, parsed as browsers do (HTML standard), before any script runs. */
export function findOnPage({ html, items, host }: PageQuestion): PageFindings {
  const document = parse(html, { treeAdapter: adapter }) as unknown as Document
  const scripts = find(document, 'script') ?? []
  const hasTag = scripts.some((script) => isTag(script, host))
  const bodyText = find(document, 'body')?.map(textIn).join('') ?? ''
  const isMadeByScripts = scripts.some(isOther) && bodyText.length < littleText
  const mayGetTag = isMadeByScripts || scripts.some(isTagManager)
  return {
    html: { hasTag, isMadeByScripts, ...(!hasTag && mayGetTag && { mayGetTag }) },
    items: items.map((item) => {
      const found = find(document, item.selector)
      const own = found?.[0] && (attributeOf(found[0], item.type) ?? textIn(found[0])).slice(0, longestOwn)
      return { ...item, ...(found && { matches: found.length }), ...(own && { own }) }
    }),
  }
}

function find(document: Document, selector: string): Element[] | undefined {
  if (ofTheMoment.test(selector)) return undefined
  try {
    return selectAll<AnyNode, Element>(compile<AnyNode, Element>(selector), document)
  } catch {
    return undefined
  }
}

const tagManagers =
  /googletagmanager\.com|\bgtm\.js|assets\.adobedtm\.com|tags\.tiqcdn\.com|\/js\/container_\w/

function isTagManager({ attribs, children }: Element): boolean {
  const code = children.map((child) => ('data' in child ? child.data : '')).join('')
  return tagManagers.test(`${attribs.src ?? ''} ${code}`)
}

/** So much is enough to know a text again. */
const longestOwn = 300

/** The attribute that an item of this type changes; undefined for a text. */
function attributeOf({ name, attribs }: Element, type: ContentType): string | undefined {
  if (name === 'meta') return attribs.content ?? ''
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
    if (node?.type === 'text') text = (text + node.data).replace(/\s+/g, ' ')
    else if (node && 'children' in node && !('name' in node && unreadElements.has(node.name)))
      for (const child of node.children.toReversed()) left.push(child)
  }
  return text.trim()
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
