/** A section of a document. */
export interface HelpSection {
  /** Of the document. */
  title: string
  /** '' at its beginning. */
  heading: string
  /** Markdown. */
  text: string
}

/** How many sections are shown. */
const mostFound = 12

/** The sections that have every word of the search, the best first: a word in a heading counts more than one in the text. */
export function searchHelp(sections: readonly HelpSection[], search: string): HelpSection[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  return sections
    .map((section) => ({ section, score: scoreOf(section, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, mostFound)
    .map(({ section }) => section)
}

const weights = { heading: 20, title: 8, text: 1 } as const
/** All words as they were typed, one after the other, count as much as this many of them anywhere. */
const phraseTimes = 10
/** Often in a text counts more, but not without end. */
const mostTimes = 5

/** 0 if a word is missing. */
function scoreOf({ title, heading, text }: HelpSection, words: string[]): number {
  const places = { heading: plain(heading), title: plain(title), text: plain(text) }
  const names = Object.keys(weights) as (keyof typeof weights)[]
  const phrase = words.join(' ')
  const holding = words.length > 1 ? names.filter((place) => places[place].includes(phrase)) : []
  let score = holding.reduce((total, place) => total + phraseTimes * weights[place], 0)
  for (const word of words) {
    const found = names.map(
      (place) => weights[place] * Math.min(places[place].split(word).length - 1, mostTimes),
    )
    const sum = found.reduce((total, each) => total + each, 0)
    if (sum === 0) return 0
    score += sum
  }
  return score
}

/** In small letters, and `first_name` as two words. */
function plain(text: string): string {
  return text.toLowerCase().replaceAll('_', ' ')
}

/** A part of a text that is shown in its own way. */
export type HelpBlock =
  | { kind: 'code' | 'paragraph'; text: string }
  | { kind: 'list' | 'table'; items: string[] }

/** The blocks of a text in Markdown. */
export function blocksOf(markdown: string): HelpBlock[] {
  const blocks: HelpBlock[] = []
  const parts = markdown.split(/^```.*$/m)
  for (const [at, part] of parts.entries()) {
    if (at % 2 === 1) blocks.push({ kind: 'code', text: part.replace(/^\n|\n$/g, '') })
    else blocks.push(...part.split(/\n{2,}/).flatMap((text) => (text.trim() ? [blockOf(text.trim())] : [])))
  }
  return blocks
}

function blockOf(text: string): HelpBlock {
  if (text.startsWith('|')) {
    // Each row becomes a line; the row of headings is left out.
    const rows = text.split('\n')
    const isHeaded = /^\|[-\s|:]+\|$/.test(rows[1] ?? '')
    return { kind: 'table', items: rows.slice(isHeaded ? 2 : 0).map(cellsOf) }
  }
  if (/^([-*]|\d+\.) /.test(text))
    return {
      kind: 'list',
      items: text.split(/\n(?=(?:[-*]|\d+\.) )/).map((item) => joined(item.replace(/^([-*]|\d+\.) /, ''))),
    }
  return { kind: 'paragraph', text: joined(text.replace(/^> ?/gm, '')) }
}

/** The cells of a row, with a dash between them. */
function cellsOf(row: string): string {
  return row
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))
    .join(' – ')
}

function joined(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ')
}

/** A text with what is code in it, without the other marks of Markdown. */
export function inlinePieces(text: string): { text: string; isCode: boolean }[] {
  return text
    .split('`')
    .map((piece, at) => ({ text: at % 2 === 1 ? piece : withoutMarks(piece), isCode: at % 2 === 1 }))
    .filter((piece) => piece.text !== '')
}

function withoutMarks(text: string): string {
  return text
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\[([^\]]*)\]|\]\([^)]*\)/g, '$1')
    .replace(/\*+/g, '')
}
