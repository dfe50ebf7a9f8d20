import { condition, type Handle, handlesOf } from './handles.ts'
import { childrenOf } from './own-properties.ts'

/** A selector with its parts, from the outermost to the element's own. */
export interface Combination {
  css: string
  parts: Handle[]
  penalty: number
}

/** An ancestor of the target, by one of its handles. */
interface Anchor {
  element: Element
  handle: Handle
  /** How much of the page is inside it, 0 to 1. The less, the fewer other elements can match later. */
  scope: number
}

/** How many anchors, the strongest first, are also tried two by two. */
const pairedAnchors = 10

/** The penalty for each ancestor in a selector: one more thing that can change. */
const stepPenalty = 0.4

/** Selectors that match an element: by its own handles, alone or inside one or two ancestors. The most lasting first. */
export function combine(element: Element): Combination[] {
  const owns = ownCompounds(element)
  const anchors = anchorsOf(element)
  const strongest = [...anchors].sort(byStrength).slice(0, pairedAnchors)
  const around: Anchor[][] = [[], ...anchors.map((anchor) => [anchor]), ...pairsOf(strongest)]
  return around
    .flatMap((chain) => owns.map((own) => written(chain, own)))
    .filter(isNotBareName)
    .sort((one, other) => one.penalty - other.penalty)
}

function written(chain: Anchor[], own: Handle): Combination {
  const parts = [...chain.map(({ handle }) => handle), own]
  const scope = Math.min(1, ...chain.map((anchor) => anchor.scope))
  const kept = parts.reduce((sum, { penalty }) => sum + penalty, 0)
  const twins = chain.reduce((sum, anchor, at) => sum + twinRisk(anchor, chain[at - 1]?.scope ?? 1), 0)
  return {
    css: parts.map(({ css }) => css).join(' '),
    parts,
    penalty: kept + twins + own.shared * scope + chain.length * stepPenalty,
  }
}

/** How likely it is that a similar anchor is added within the scope. A place is counted in each group separately. */
function twinRisk({ handle }: Anchor, scope: number): number {
  return handle.shared * scope * (handle.kind === 'place' ? 1 : 0.25)
}

/** Whether a selector is not a bare name: the name of a custom element would stand for an id. */
export function isNotBareName({ css }: Pick<Combination, 'css'>): boolean {
  return /[^\w-]/.test(css)
}

/** The element's own handles, pairs of them, and each one with its place among siblings. */
function ownCompounds(element: Element): Handle[] {
  const handles = handlesOf(element)
  const [tag, ...named] = [...handles].reverse() as [Handle, ...Handle[]]
  const pairs = named.flatMap((one, at) => named.slice(at + 1).map((other) => both(other, one)))
  const all = [...handles, ...named.map((handle) => both(tag, handle)), ...pairs]
  return [
    ...all,
    ...handles.flatMap((handle) => [...byPosition(element, handle), ...afterSiblings(element, handle)]),
  ]
}

function both(one: Handle, other: Handle): Handle {
  return {
    css: `${one.css}${other.css}`,
    conditions: [...one.conditions, ...other.conditions],
    kind: one.kind === 'tag' ? other.kind : one.kind,
    words: one.kind === 'tag' ? other.words : `${one.words} and ${other.words}`,
    penalty: one.penalty + other.penalty,
    shared: Math.min(one.shared, other.shared) / 2,
  }
}

/** A handle with `:nth-of-type`, which any new sibling can change. Only if there are at least two such siblings. */
function byPosition(element: Element, handle: Handle): Handle[] {
  const { parentElement: parent } = element
  const alike = (parent ? childrenOf(parent) : []).filter(({ localName }) => localName === element.localName)
  if (alike.length < 2) return []
  const place = alike.indexOf(element) + 1
  return [
    {
      ...handle,
      css: `${handle.css}:nth-of-type(${place})`,
      conditions: [...handle.conditions, `:nth-of-type(${place})`],
      kind: 'place',
      words: `${handle.words}, number ${place} there`,
      penalty: handle.penalty + 9 + Math.min(place, 9) / 2,
      shared: handle.shared + 2,
    },
  ]
}

/** How many siblings before an element are considered. */
const mostSiblings = 4

/** A handle after a sibling of another kind that has a name or is a heading, as a lead follows the main heading. */
function afterSiblings(element: Element, handle: Handle): Handle[] {
  const siblings: Element[] = []
  for (let at = element.previousElementSibling; at && siblings.length < mostSiblings; )
    at = siblings[siblings.push(at) - 1]?.previousElementSibling ?? null
  return siblings.flatMap((sibling, at) =>
    handlesOf(sibling)
      .filter(({ kind, css }) => kind !== 'attribute' && (kind !== 'tag' || /^h[1-4]$/.test(css)))
      .filter(({ css }) => !element.matches(css))
      .map((before) => follows(before, handle, at)),
  )
}

/** The penalty for a sibling: it breaks if one of the two gets a wrapper, or something is put between them. */
const siblingPenalty = 3.5

function follows(before: Handle, handle: Handle, between: number): Handle {
  const combinator = between === 0 ? '+' : '~'
  return {
    css: `${before.css} ${combinator} ${handle.css}`,
    conditions: [...before.conditions.map((one) => `${one} ~`), ...handle.conditions],
    kind: 'beside',
    words: `${handle.words} after ${before.words}`,
    penalty: before.penalty + handle.penalty + siblingPenalty + between / 2,
    shared: Math.min(handle.shared, before.shared) * 0.7,
  }
}

function anchorsOf(element: Element): Anchor[] {
  const { body } = element.ownerDocument
  const anchors: Anchor[] = []
  for (let around = element.parentElement; around && around !== body; around = around.parentElement) {
    const scope = scopeOf(around)
    const outer: Element = around
    const handles = handlesOf(outer).flatMap(asAnchor)
    const places = handlesOf(outer).flatMap((handle) => byPosition(outer, handle))
    anchors.push(...[...handles, ...places].map((handle) => ({ element: outer, handle, scope })))
  }
  if (body?.contains(element) && body !== element)
    anchors.push({ element: body, handle: wholeBody, scope: 1 })
  return anchors
}

/** A handle as an anchor. A plain box says nothing, and a tag that is not a landmark says little: layouts change. */
function asAnchor(handle: Handle): Handle[] {
  if (handle.kind !== 'tag' || landmarks.has(handle.css)) return [handle]
  return boxes.has(handle.css) ? [] : [{ ...handle, penalty: handle.penalty + 2.5 }]
}

const landmarks = new Set(['main', 'header', 'footer', 'nav', 'form', 'aside', 'table', 'article'])
const boxes = new Set(['div', 'span'])

const wholeBody: Handle = {
  ...condition('body'),
  kind: 'tag',
  words: 'the page',
  penalty: 0,
  shared: 0,
}

function scopeOf(element: Element): number {
  const all = element.ownerDocument.body?.getElementsByTagName('*').length ?? 0
  return Math.min(1, (element.getElementsByTagName('*').length + 1) / Math.max(all, 1))
}

function pairsOf(anchors: Anchor[]): Anchor[][] {
  return anchors.flatMap((outer) =>
    anchors
      .filter((inner) => inner.element !== outer.element && outer.element.contains(inner.element))
      .map((inner) => [outer, inner]),
  )
}

/** Sorts anchors, the best first: those that last, that nothing else resembles, and that contain little of the page. */
function byStrength(one: Anchor, other: Anchor): number {
  const weakness = ({ handle, scope }: Anchor) => handle.penalty + handle.shared / 2 + scope
  return weakness(one) - weakness(other)
}
