import { compile, selectAll } from 'css-select'
import type { AnyNode, Document, Element } from 'domhandler'
import { parse } from 'parse5'
import { adapter } from 'parse5-htmlparser2-tree-adapter'
import type { ContentType } from '../../wire/targets.ts'
import { hasSource, isTarget } from '../../wire/targets.ts'
import { isBareName } from './check-selector.ts'

/** A page as a browser builds it from its HTML, before any script runs. */
export interface CheckedPage {
  /**
   * How many elements a selector matches, a bare name that is none taken as an `id`, then as a `data-content`.
   * Undefined where only a browser can tell, as for `:hover`.
   */
  count(selector: string): number | undefined
  /** The names of those elements that an item of this type cannot change, each once: the browser refuses it there. */
  refusals(selector: string, type: ContentType): string[]
  /** Whether the page has next to no content of its own: scripts will make it. */
  isMadeByScripts: boolean
  /** Whether it has the tag of a service, whose address is `host`; what scripts or a tag manager add is not there. */
  hasTag(host: string): boolean
}

/** Reads a page's HTML by the rules of the HTML standard, so that what it matches is what a browser matches. */
export function parsePage(html: string): CheckedPage {
  const document = parse(html, { treeAdapter: adapter }) as unknown as Document
  const select = (selector: string) =>
    selectAll<AnyNode, Element>(compile<AnyNode, Element>(selector), document)

  function find(selector: string): Element[] | undefined {
    if (ofTheMoment.test(selector)) return undefined
    try {
      for (const alternative of alternatives(selector)) {
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
    hasTag: (host) => selectAll<AnyNode, Element>('script', document).some((script) => isTag(script, host)),
    isMadeByScripts: select('body script, head script').length > 0 && textOf(document) < littleText,
  }
}

const svgNamespace = 'http://www.w3.org/2000/svg'

/** As the page will judge it. Whether a style sheet gives an element a background image is not known here. */
function canChange({ name, namespace, attribs }: Element, type: ContentType): boolean {
  if (!isTarget(type, name, namespace === svgNamespace)) return false
  return type !== 'src' || hasSource(name) || /background/i.test(attribs.style ?? '')
}

/** What an element is only while somebody uses the page. */
const ofTheMoment =
  /:(hover|active|focus|target|visited|fullscreen|modal|popover-open|picture-in-picture|user-)/

/** Characters of text below which a page is taken for the empty frame of a single-page application. */
const littleText = 200

function alternatives(selector: string): string[] {
  if (!isBareName(selector)) return [selector]
  const named = [`[id="${selector}"]`, `[data-content="${selector}"]`]
  return /^\d|^-\d/.test(selector) ? named : [selector, ...named]
}

/** The tag with its loader inline names the host; the simplest one asks it for the script. */
function isTag({ attribs }: Element, host: string): boolean {
  return attribs['data-host'] === host || tagFiles.some((file) => attribs.src?.startsWith(`${host}/${file}`))
}

const tagFiles = ['snippet.js', 'loader.js']

function textOf(document: Document): number {
  const visible = selectAll<AnyNode, Element>('body *:not(script, style, template, noscript)', document)
  const texts = visible.flatMap(({ children }) => children.filter((child) => child.type === 'text'))
  return texts.reduce((length, text) => length + ('data' in text ? text.data.trim().length : 0), 0)
}
