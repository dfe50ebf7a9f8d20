import { nonce } from './tag.ts'

/** What pages have made of the browser's names, and whether Motif has to do without. Else the page may stay as it is. */
export const globals: Record<string, { script: string; isBearable: boolean }> = {
  'an address named URL': { script: `var URL = '/base/'`, isBearable: true },
  'its own Promise': { script: 'var Promise = {}', isBearable: true },
  'its own class Promise': { script: 'class Promise {}', isBearable: true },
  'its own Reflect': { script: 'var Reflect = {}', isBearable: true },
  'its own Document': { script: 'function Document() {}', isBearable: true },
  'its own class Document': { script: 'class Document {}', isBearable: true },
  'its own Node': { script: 'function Node() {}', isBearable: true },
  'its own class Node': { script: 'class Node {}', isBearable: true },
  'its own class Text': { script: 'class Text {}', isBearable: true },
  'its own Symbol': { script: 'var Symbol = {}', isBearable: true },
  'its own Map': { script: 'var Map = { zoom: 3 }', isBearable: false },
  'its own class Map': { script: 'class Map {}', isBearable: false },
  'its own Set': { script: 'function Set() {}', isBearable: false },
  'its own AbortController': { script: 'var AbortController = 1', isBearable: false },
  'its own URLSearchParams': { script: 'var URLSearchParams', isBearable: true },
  'its own performance': {
    script: `Object.defineProperty(window, 'performance', { value: 5 })`,
    isBearable: false,
  },
  'its own JSON': { script: 'var JSON = {}', isBearable: true },
  'a fetch that throws': { script: `fetch = () => { throw new Error('no') }`, isBearable: false },
  'a fetch that gives nothing': { script: 'fetch = () => {}', isBearable: false },
  'a fetch whose promise gives nothing': { script: 'fetch = async () => {}', isBearable: false },
  'no fetch': { script: 'fetch = undefined', isBearable: false },
  'a requestAnimationFrame that throws': {
    script: `requestAnimationFrame = () => { throw new Error('no') }`,
    isBearable: false,
  },
  'an Object.keys that throws': {
    script: `Object.keys = () => { throw new Error('no') }`,
    isBearable: false,
  },
  'an Object.hasOwn that throws': {
    script: `Object.hasOwn = () => { throw new Error('no') }`,
    isBearable: true,
  },
  'a RegExp.prototype.exec that throws': {
    script: `RegExp.prototype.exec = () => { throw new Error('no') }`,
    isBearable: false,
  },
  'toJSON on lists, texts and numbers': {
    script: `for (const { prototype } of [Array, String, Number])
      prototype.toJSON = function () { return JSON.stringify('' + this) }`,
    isBearable: true,
  },
  'what every object has': { script: `Object.prototype.extend = () => 'added'`, isBearable: true },
  'lists that count otherwise': { script: `Array.prototype.last = Array.prototype.at`, isBearable: true },
}

/** List methods that throw. */
const methods = [
  'at',
  'filter',
  'find',
  'flat',
  'flatMap',
  'forEach',
  'includes',
  'join',
  'map',
  'some',
  'sort',
]
for (const method of methods)
  globals[`lists whose ${method} throws`] = {
    script: `Array.prototype.${method} = () => { throw new Error('no ${method}') }`,
    isBearable: false,
  }

/** What older browsers, and those with other habits, do not have: each taken away, and all is done without. */
export const missingInterfaces: Record<string, () => void> = {
  'Map.groupBy': () => void Reflect.deleteProperty(Map, 'groupBy'),
  'constructed style sheets': () => {
    window.CSSStyleSheet = class {
      constructor() {
        throw new TypeError('Illegal constructor')
      }
    } as never
  },
  adoptedStyleSheets: () => void Reflect.deleteProperty(Document.prototype, 'adoptedStyleSheets'),
  checkVisibility: () => void Reflect.deleteProperty(Element.prototype, 'checkVisibility'),
  'AbortSignal.timeout': () => void Reflect.deleteProperty(AbortSignal, 'timeout'),
  'AbortSignal.any': () => void Reflect.deleteProperty(AbortSignal, 'any'),
  'what ECMAScript added of late': () => {
    Reflect.deleteProperty(Object, 'groupBy')
    Reflect.deleteProperty(Promise, 'withResolvers')
    Reflect.deleteProperty(Promise, 'try')
    for (const name of ['union', 'difference', 'intersection', 'isSubsetOf'])
      Reflect.deleteProperty(Set.prototype, name)
    for (const name of ['toSorted', 'toSpliced', 'with', 'findLast', 'fromAsync'])
      Reflect.deleteProperty(Array.prototype, name)
    Reflect.deleteProperty(window, 'Iterator')
  },
  'frames, which never run': () => {
    window.requestAnimationFrame = () => 1
  },
  'idle time, which never comes': () => {
    window.requestIdleCallback = () => 1
  },
  'crypto.randomUUID and setHTML': () => {
    Reflect.deleteProperty(Crypto.prototype, 'randomUUID')
    Reflect.deleteProperty(Element.prototype, 'setHTML')
  },
  'decode of pictures': () => void Reflect.deleteProperty(HTMLImageElement.prototype, 'decode'),
}

/** Adds to what every object has, enumerable, as old libraries do. */
export function addToPrototypes() {
  for (const name of ['extend', 'text', 'src', 'remove', 'toQueryString'])
    Object.assign(Object.prototype, { [name]: () => 'added' })
  for (const name of ['last', 'remove', 'include', 'clean'])
    Object.assign(Array.prototype, { [name]: () => 'added' })
  Object.assign(String.prototype, { strip: () => 'added' })
  Object.assign(Element.prototype, { show: () => 'added' })
}

/** Names of forms, and of the fields in them. */
export const forms: [name: string, fields: string[]][] = [
  ['implementation', []],
  ['body', ['body', 'head']],
  ['title', ['adoptedStyleSheets']],
  ['order', ['children', 'childNodes', 'firstChild', 'nextSibling', 'attributes']],
  ['order', ['matches', 'closest', 'getAttribute', 'localName', 'tagName', 'nodeType', 'isConnected']],
  ['order', ['id', 'name', 'title', 'style', 'textContent', 'ownerDocument', 'getAttributeNames']],
  ['order', ['parentNode', 'parentElement', 'getRootNode']],
]

/** Puts a page into a form. */
export const formOf = (name: string, fields: string[]) => (body: string) =>
  `<form name="${name}">${body}${fields.map((field) => `<input name="${field}">`).join('')}</form>`

/** A page that makes it hard for the script, whatever else it has. */
export interface FaultPage {
  name: string
  /** Whether Motif has to do all the same. Else the page may stay as it is. */
  isBearable: boolean
  /** Runs before anything else of the page. */
  before?: () => void
  /** What its head has before the tag. */
  head?: string
  /** What it makes of its body. Default: nothing. */
  wrap?: (body: string) => string
}

/** Every page of these tables. */
export const faultPages: FaultPage[] = [
  // A classic script, so that a class or variable is one of the whole page.
  ...Object.entries(globals).map(([name, { script, isBearable }]) => ({
    name,
    // Without `URL` no address can be judged, so each is refused.
    isBearable: isBearable && name !== 'an address named URL',
    head: `<script nonce="${nonce}">${script}</script>`,
  })),
  ...Object.entries(missingInterfaces).map(([name, before]) => ({
    name: `no ${name}`,
    isBearable: true,
    before,
  })),
  ...forms.map(([name, fields]) => ({
    name: `form ${name}, fields ${fields}`,
    isBearable: true,
    wrap: formOf(name, fields),
  })),
  { name: 'more in the prototypes of objects and lists', isBearable: true, before: addToPrototypes },
]
