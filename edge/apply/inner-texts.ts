import { textSeparator } from '../../wire/done.ts'
import type { StreamedElement } from '../html/element.ts'
import { escapeText } from '../html/escape.ts'
import type { TagToken } from '../html/tag.ts'

/** A text between two tags of a target, perhaps empty. Its place counts from the beginning of the target's content. */
interface Run {
  start: number
  end: number
  /** How many elements of the target it is in. */
  depth: number
  /** Whether it is in a picture or an icon, so that it is not written. */
  isIcon: boolean
}

const formatting = /^(?:abbr|b|cite|code|em|i|kbd|mark|q|s|small|span|strong|sub|sup|u)$/
const breaks = /^(?:br|wbr)$/
const icons = /^(?:img|svg)$/

/** The separator in the page's own words. */
const separators = /\xe2\x81\xa3|&#(?:8291|x2063)\b/i

/**
 * The texts in a target that has elements inside. The script in the page writes into those that a visitor sees, and style sheets decide
 * which these are. It is certain if only one of them has words, or if the first one that has is the target's own, and all others are in
 * formatting without attributes.
 */
export class InnerTexts {
  readonly #runs: Run[] = []
  readonly #open: string[] = []
  #at = 0
  #isEmpty = false
  #hasIcon = false
  #isPlain = true

  /** Whether there is an element inside. */
  get hasElements(): boolean {
    return this.#runs.length > 0
  }

  /**
   * Takes a tag. Returns whether the text may still be changed.
   *
   * @param contentStart the place of the target's content among the bytes
   * @param element the element that the tag begins
   */
  take(tag: TagToken, contentStart: number, element: StreamedElement | undefined): boolean {
    this.#close(tag.start - contentStart)
    this.#at = tag.end - contentStart
    return tag.isEnd ? this.#end(tag.name.text) : !!element && this.#start(tag, element)
  }

  #close(end: number) {
    this.#runs.push({ start: this.#at, end, depth: this.#open.length, isIcon: this.#open.includes('svg') })
  }

  #start({ name: { text }, attributeCount }: TagToken, element: StreamedElement): boolean {
    const isIcon = icons.test(text) || element.isForeign
    if (element.name !== text || !(isIcon || text === 'a' || formatting.test(text) || breaks.test(text)))
      return false
    if (attributeCount > 0 || !formatting.test(text)) this.#isPlain = false
    if (isIcon) this.#hasIcon = true
    if (element.isOpen) this.#open.push(text)
    // An element by itself has an empty text inside.
    else this.#runs.push({ start: this.#at, end: this.#at, depth: this.#open.length + 1, isIcon: true })
    this.#isEmpty = element.isOpen
    return true
  }

  #end(name: string): boolean {
    const last = this.#runs.at(-1)
    // A style sheet may draw an icon into an empty element.
    if (this.#isEmpty && last?.start === last?.end) this.#hasIcon = true
    this.#isEmpty = false
    return this.#open.pop() === name
  }

  /**
   * The content with another text, and what the mark keeps of it: the texts that are changed, each in its place among the others.
   * `undefined` if it is not certain which texts a visitor sees.
   */
  change(content: string, text: string): { markup: string; own: string } | undefined {
    this.#close(content.length)
    if (this.#open.length > 0 || separators.test(content)) return undefined
    const runs = this.#runs
    const rawOf = ({ start, end }: Run) => content.slice(start, end)
    const shown = runs.filter(({ isIcon }) => !isIcon)
    if (text === '' || text.trim() !== text || shown.some((run) => hasWords(rawOf(run)) === undefined))
      return undefined
    const [first, ...more] = shown.filter((run) => hasWords(rawOf(run)))
    if (!first || (more.length > 0 && (!this.#isPlain || this.#hasIcon || first.depth > 0))) return undefined
    const changed = new Set(this.#hasIcon ? [first] : shown.filter(({ start, end }) => end > start))
    const kept = runs.slice(0, runs.findLastIndex((run) => changed.has(run)) + 1)
    const wanted = (run: Run) => (run === first ? this.#beside(rawOf(run), escapeText(text)) : '')
    return {
      markup: replaced(content, changed, wanted),
      own: kept.map((run) => (changed.has(run) ? rawOf(run) : '')).join(escapeText(textSeparator)),
    }
  }

  /** Blanks beside an icon stay, because they separate it from the text. */
  #beside(raw: string, text: string): string {
    if (!this.#hasIcon) return text
    const parts = raw.split(/((?:[ \t\n\r\f]|&nbsp;|&#160;|\xc2\xa0)+)/)
    return `${parts[0] ? '' : (parts[1] ?? '')}${text}${parts.at(-1) ? '' : (parts.at(-2) ?? '')}`
  }
}

const blanks = /[ \t\n\r\f]|&nbsp;|&#160;|\xc2\xa0/g

/** What is no blank in any encoding: letters and digits of ASCII, and most characters of UTF-8. */
const words = /[\dA-Za-z]|[\xc3-\xdf][\x80-\xbf]|\xe3[\x81-\xbf]|[\xe4-\xee][\x80-\xbf]|\xf0[\x90-\xbf]/

/** Whether a text, as it is in the bytes, has something that is no blank. `undefined`: only its encoding, or a reference, would tell. */
function hasWords(raw: string): boolean | undefined {
  const rest = raw.replace(blanks, '')
  if (rest === '') return false
  const plain = rest.replace(/&[^;&]*;?/g, '')
  if (words.test(plain) || /^[!-~]+$/.test(plain)) return true
  return undefined
}

function replaced(content: string, runs: Iterable<Run>, wanted: (run: Run) => string): string {
  let made = ''
  let at = 0
  for (const run of runs) {
    made += content.slice(at, run.start) + wanted(run)
    at = run.end
  }
  return made + content.slice(at)
}
