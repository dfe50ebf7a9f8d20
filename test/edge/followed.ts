import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import { noAttributes } from '../../edge/html/attributes.ts'
import type { StreamedElement } from '../../edge/html/element.ts'
import { PageFollower, type PageListener } from '../../edge/html/follower.ts'
import { type TokenHandler, Tokenizer } from '../../edge/html/tokenizer.ts'
import { Unsure } from '../../edge/html/unsure.ts'

type Element = DefaultTreeAdapterTypes.Element
type ParentNode = DefaultTreeAdapterTypes.ParentNode

/** What the edge's idea of a page is beside parse5's: how many elements, and what differs. */
export interface Comparison {
  right: number
  /** Right, but moved by a repair of which the edge leaves the rest of the page to the browser. */
  moved: number
  /** Behind the place from where on the page is left to the browser. */
  left: number
  differences: string[]
}

/**
 * Follows a page as far as the edge is sure of it, and compares each element with the one that parse5 makes of the same
 * start tag, in the page until there and in the whole page.
 */
export function compareWithParse5(page: Uint8Array): Comparison {
  const { elements, end } = follow(page)
  const whole = elementsOf(page)
  const untilThere = end < page.length ? elementsOf(page.subarray(0, end)) : whole
  const counts = { right: 0, moved: 0, left: 0, differences: [] as string[] }
  for (const [start, described] of untilThere)
    if (!elements.has(start)) counts.differences.push(`missed ${described}`)
  for (const [start, described] of elements)
    if (untilThere.get(start) !== described)
      counts.differences.push(`${described} is ${untilThere.get(start) ?? 'no element'}`)
    else counts[whole.get(start) === described ? 'right' : 'moved']++
  for (const start of whole.keys()) if (start >= end) counts.left++
  return counts
}

/** The elements that the edge sees, by where their start tags are, and how far it sees. */
function follow(page: Uint8Array): { elements: Map<number, string>; end: number } {
  const elements = new Map<number, string>()
  const starts = new Map<StreamedElement, number>()
  const listener: PageListener = {
    begin: () => ({ countsTypes: false }),
    attributesOf: () => noAttributes,
    taken(_, tag, element) {
      if (!element) return
      starts.set(element, tag.start)
      elements.set(tag.start, describe(element))
    },
    text() {},
    comment() {},
  }
  const describe = (element: StreamedElement): string => {
    const { name, index, parent } = element
    const start = starts.get(element) ?? ''
    return `${parent ? `${describe(parent)} > ` : ''}${name}@${start}:${index}`
  }
  let end = 0
  const follower = new PageFollower(listener)
  const handler: TokenHandler = {
    get isInForeign() {
      return follower.isInForeign
    },
    text(bytes, start, until) {
      end = start
      return follower.text(bytes, start, until)
    },
    tag(bytes, tag) {
      end = tag.start
      return follower.tag(bytes, tag)
    },
    doctype(bytes, start, until) {
      end = start
      follower.doctype(bytes, start, until)
    },
    comment: () => follower.comment(),
  }
  // As the rewriter does: NUL and ESC end what is sure.
  const strange = page.findIndex((one) => one === 0 || one === 27)
  const read = strange < 0 ? page.length : strange
  try {
    new Tokenizer(handler).read(page.subarray(0, read))
    end = read
  } catch (error) {
    if (!(error instanceof Unsure)) throw error
  }
  return { elements, end }
}

/** The elements that parse5 makes of start tags, but for what stands in templates. */
function elementsOf(page: Uint8Array): Map<number, string> {
  const found = new Map<number, string>()
  const visit = (node: ParentNode, path: string) => {
    const children = node.childNodes.filter((child): child is Element => 'tagName' in child)
    children.forEach((child, index) => {
      const start = child.sourceCodeLocation?.startTag?.startOffset ?? child.sourceCodeLocation?.startOffset
      const described = `${path}${child.tagName.toLowerCase()}@${start ?? ''}:${index + 1}`
      if (start !== undefined) found.set(start, described)
      visit(child, `${described} > `)
    })
  }
  // One character a byte, so that places are the same.
  visit(
    parse(Buffer.from(page).toString('latin1'), { sourceCodeLocationInfo: true, scriptingEnabled: true }),
    '',
  )
  return found
}
