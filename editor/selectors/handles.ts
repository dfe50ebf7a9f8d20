import { isGeneratedName } from './generated-names.ts'
import { namingAttributes } from './naming-attributes.ts'
import { ownIdOf } from './own-properties.ts'
import { isPassingClass } from './passing-names.ts'
import { attributeSelector, classSelector, idSelector } from './write-css.ts'

/** What a part of a selector is based on. */
export type HandleKind = 'content' | 'data' | 'id' | 'attribute' | 'class' | 'tag' | 'beside' | 'place'

/** One property that distinguishes an element from others. */
export interface Handle {
  css: string
  /** The conditions of which `css` consists. */
  conditions: string[]
  kind: HandleKind
  /** In words for a marketer: `id “hero”`. */
  words: string
  /** How likely a redesign removes it; 0: never. The sum over its handles ranks a selector. */
  penalty: number
  /** How likely a redesign gives the same property to another element of the page. */
  shared: number
}

/** An element's handles: its tag, and the names that an author gave it. Generated and temporary names are left out. */
export function handlesOf(element: Element): Handle[] {
  return [...attributeHandles(element), ...idHandles(element), ...classHandles(element), tagHandle(element)]
}

/** The common part of a handle with one condition. */
export function condition(css: string): Pick<Handle, 'css' | 'conditions'> {
  return { css, conditions: [css] }
}

function attributeHandles(element: Element): Handle[] {
  return namingAttributes(element).map(({ name, value, kind, penalty }) => ({
    ...condition(attributeSelector(name, value)),
    kind,
    words: `${name} “${value}”`,
    penalty,
    shared: kind === 'attribute' ? 3 : 0.2,
  }))
}

function idHandles(element: Element): Handle[] {
  const id = ownIdOf(element)
  if (!id || /\s/.test(id) || isGeneratedName(id) || wholePage.test(id)) return []
  return [{ ...condition(idSelector(id)), kind: 'id', words: `id “${id}”`, penalty: 2, shared: 0 }]
}

/** Names of elements that contain the whole page: they distinguish nothing, and frameworks give them. */
const wholePage =
  /^(root|app|svelte|__next|__nuxt|___gatsby|gatsby-focus-wrapper|page|wrapper|page-wrapper|page-top|top|body|site|skrollr-body)$/i

function classHandles(element: Element): Handle[] {
  return [...element.classList]
    .filter((name) => !isPassingClass(name) && !isGeneratedName(name, [...element.classList]))
    .map((name) => ({
      ...condition(classSelector(name)),
      kind: 'class',
      words: `class “${name}”`,
      penalty: 4.5,
      shared: component.test(name) ? 7 : /[a-z][-_A-Z]+[a-z]/i.test(name) ? 1.5 : 3,
    }))
}

/** Names from component libraries, which any page may have. */
const component =
  /^(btn|button|card|nav|navbar|badge|alert|icon|fa|bi|form|input|list|dropdown|modal|media|panel|well|item|link|image|figure|box|block|inner|outer|wrapper|content|body|section)(-(primary|secondary|lg|sm|xl|body|title|text|img(-top)?|link|item|group|control|header|footer|image|solid|outline|circle))*$/

function tagHandle({ localName }: Element): Handle {
  const [penalty, shared] = tags[localName] ?? [4, 8]
  return { ...condition(CSS.escape(localName)), kind: 'tag', words: tagWords(localName), penalty, shared }
}

/** By tag: how likely a redesign changes it, and how likely other elements have it. */
const tags: Record<string, [penalty: number, shared: number]> = {
  main: [1, 0],
  h1: [1, 4],
  header: [1.8, 2.5],
  footer: [1.2, 1.5],
  nav: [1.5, 3],
  aside: [3, 2.5],
  h2: [2, 7],
  h3: [2.5, 9],
  h4: [3.5, 9],
  h5: [4, 9],
  h6: [4, 9],
  form: [1.5, 3],
  video: [1.5, 2],
  figure: [3, 4],
  figcaption: [2, 5],
  blockquote: [2, 4],
  table: [1.5, 4],
  article: [3, 6],
  section: [3, 9],
  p: [2.5, 9],
  a: [2, 10],
  button: [2.5, 7],
  img: [1.5, 8],
  picture: [3, 6],
  ul: [3, 8],
  ol: [3, 6],
  li: [3, 11],
  input: [1.5, 6],
  label: [2, 6],
  span: [5, 12],
  div: [5, 14],
}

function tagWords(name: string): string {
  return landmarks[name] ?? `<${name}>`
}

const landmarks: Record<string, string> = {
  main: 'the main part of the page',
  header: 'the header',
  footer: 'the footer',
  nav: 'the navigation',
  h1: 'the main heading',
  h2: 'a section’s heading',
  form: 'the form',
}
