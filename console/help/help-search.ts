/** A section of a document. */
export interface HelpSection {
  /** Of the document. */
  title: string
  /** '' at its beginning. */
  heading: string
  /** Markdown. */
  text: string
  /** Whether it is for who runs Motif or programs against it. */
  isForPrograms?: boolean
}

/** How many sections are shown. */
const mostFound = 12

/** Words of a question that say nothing about its answer. */
const fillers = new Set(
  `a about all am an and any are as at be been by can could do does else for from get give has have how i if in into is it its
  made make me more my of on one or our out page pages put she should so some somebody someone than that the their them there these they this to told tell
  too up us want was we were what when where which who whom whose why will with without work working works would you your`.split(
    /\s+/,
  ),
)

/** What people call things that the documents call otherwise. */
const otherWords: Record<string, string> = {
  ab: 'control group',
  access: 'invite',
  delete: 'erase',
  email: 'mail',
  excel: 'workbook',
  gdpr: 'consent',
  google: 'identity provider',
  greet: 'first name',
  image: 'picture',
  opt: 'erase',
  remove: 'erase',
  sso: 'identity provider',
  teammate: 'member',
  unsubscribe: 'suppress',
  upload: 'list',
  xlsx: 'workbook',
}

/**
 * The sections for a search, in a person's own words; the best first. A word in a heading counts more than one in the text,
 * a rare word more than one that is everywhere. What has every word comes before what lacks some.
 */
export function searchHelp(sections: readonly HelpSection[], search: string): HelpSection[] {
  const typed =
    search
      .toLowerCase()
      .replaceAll('a/b', 'ab')
      .match(/[\p{Letter}\p{Number}]+/gu) ?? []
  const telling = typed.filter((word) => !fillers.has(word))
  const words = [...new Set(telling.length > 0 ? telling : typed)].map(formsOf)
  const places = sections.map(placesOf)
  const rarity = words.map((forms) => rarityOf(forms, places))
  const phrase = telling.join(' ')
  return sections
    .map((section, at) => ({
      section,
      score: weightOf(section) * scoreOf(places[at] as Places, words, rarity, phrase),
    }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, mostFound)
    .map(({ section }) => section)
}

function weightOf({ isForPrograms }: HelpSection): number {
  return isForPrograms ? 0.7 : 1
}

const weights = { heading: 20, title: 8, text: 1 } as const
type Places = Record<keyof typeof weights, string>
const placeNames = Object.keys(weights) as (keyof Places)[]
/** All words as they were typed, one after the other, count as much as this many of them anywhere. */
const phraseTimes = 10
/** Often in a text counts more, but not without end. */
const mostTimes = 5
/** What has more of the words comes first, whatever its score. */
const wordScore = 1000

function placesOf({ title, heading, text }: HelpSection): Places {
  return { heading: plain(heading), title: plain(title), text: plain(text) }
}

/** A word without the ending of a plural, and what the documents call it. */
function formsOf(word: string): string[] {
  const isPlural = word.length > 4 && word.endsWith('s') && !word.endsWith('ss')
  const stem = isPlural ? word.slice(0, -1) : word
  const other = otherWords[stem]
  return other ? [stem, other] : [stem]
}

/** 0 for a word that is in no section, and the more the fewer have it. */
function rarityOf(forms: string[], places: Places[]): number {
  const having = places.filter((each) =>
    placeNames.some((name) => forms.some((form) => timesIn(each[name], form) > 0)),
  )
  return having.length === 0 ? 0 : Math.log(1 + places.length / having.length)
}

function scoreOf(places: Places, words: string[][], rarity: number[], phrase: string): number {
  let score = 0
  for (const [at, forms] of words.entries()) {
    const times = placeNames.map(
      (name) =>
        weights[name] * Math.min(Math.max(...forms.map((form) => timesIn(places[name], form))), mostTimes),
    )
    const found = times.reduce((total, each) => total + each, 0)
    if (found > 0) score += (rarity[at] ?? 0) * (wordScore + found)
  }
  if (score === 0 || words.length < 2) return score
  const holding = placeNames.filter((name) => places[name].includes(` ${phrase}`))
  return holding.reduce((total, name) => total + phraseTimes * weights[name], score)
}

function timesIn(text: string, word: string): number {
  return text.split(` ${word}`).length - 1
}

/** In small letters, each word with a blank before it: `first_name` is two words. */
function plain(text: string): string {
  return ` ${(text.toLowerCase().match(/[\p{Letter}\p{Number}]+/gu) ?? []).join(' ')}`
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

/** The cells of a row, with a dash between them. `\|` is a bar within a cell. */
function cellsOf(row: string): string {
  return row
    .replace(/^\||\|$/g, '')
    .replaceAll('\\|', '\0')
    .split('|')
    .map((cell) => cell.trim().replaceAll('\0', '|'))
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
