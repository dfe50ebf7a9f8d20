import { parse } from 'tldts'
import { firstNames, notNames } from '../prospects/names/known-names.ts'

/**
 * What a text says that stands in nothing that its writer was given: an address, a number, or what is surely the name of a
 * person or a company. Undefined if there is none; what is in doubt stands. `docs/templates.md` says what is not seen.
 *
 * @param text without markup
 * @param given all that the writer was given, markup or not
 * @param language of the text: German writes every noun with a capital
 * @example
 * findInvented('Acme saves 40 % with Globex GmbH', 'Acme', 'en') // '40'
 */
export function findInvented(text: string, given: string, language: string): string | undefined {
  const [said, known] = [text.normalize('NFC'), given.normalize('NFC')]
  const addresses = said.split(/\s+/).map(trimmed).filter(isAddress)
  const withoutAddresses = addresses.reduce((rest, address) => rest.replace(address, ' '), said)
  return (
    addresses.find((address) => !bare(known).includes(bare(address))) ??
    findNumber(withoutAddresses, known) ??
    findName(withoutAddresses, known, language)
  )
}

function trimmed(word: string): string {
  return word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}/]+$/gu, '').replace(/['’]s$/, '')
}

/** A host alone is one if its last part is a domain of the internet, in small letters: no `Node.js`, no `ASP.NET`. */
function isAddress(word: string): boolean {
  if (/^(https?:\/\/|www\.)|^[^@]+@[^@]+\.[^@]+$/i.test(word)) return true
  return /^([\p{L}\p{N}-]+\.)+[a-z]{2,}(\/|$)/u.test(word) && parse(word).isIcann === true
}

function bare(address: string): string {
  return address
    .toLowerCase()
    .replace(/https?:\/\/|www\./g, '')
    .replace(/\/$/, '')
}

/** Digits with what stands between them: 1,000, 1.5, 29.11.2026. */
const digits = /\d+(?:[.,'’ \u00a0\u202f]\d+)*/g

/** Not `B2B` or `Q3`, nor `3D` and `5G`. */
function findNumber(text: string, known: string): string | undefined {
  const given = new Set([...known.matchAll(digits)].flatMap(([number]) => readings(number).flat()))
  const isGiven = (number: string) =>
    readings(number).some((values) => values.every((value) => given.has(value)))
  return [...text.matchAll(digits)].find(({ 0: number, index }) => {
    const isWord = /[\p{L}]$/u.test(text.slice(0, index)) || /^\d[DG](?!\p{L})/u.test(text.slice(index))
    return !isWord && !isGiven(number)
  })?.[0]
}

/** What a number may mean: each part by itself, one number in groups of three, one with decimals. */
function readings(number: string): number[][] {
  const parts = number.split(/\D/)
  const isGrouped = parts.length > 1 && parts.slice(1).every((part) => part.length === 3)
  return [
    parts.map(Number),
    ...(isGrouped ? [[Number(parts.join(''))]] : []),
    ...(parts.length > 1 ? [[Number(`${parts.slice(0, -1).join('')}.${parts.at(-1)}`)]] : []),
  ]
}

const name = String.raw`\p{Lu}[\p{L}\p{M}\p{N}'’&-]*`
const begin = String.raw`(?<![\p{L}\p{N}'’-])`
const titles = String.raw`(?:(?:Mr|Mrs|Ms|Dr|Prof|Herrn?|Frau|Mme)\.?[ \u00a0])+`
const forms = String.raw`(?:GmbH|AG|KG|KGaA|OHG|Inc|LLC|LLP|Ltd|Corp|Corporation|plc|PLC|S\.A\.|S\.p\.A\.|B\.V\.|N\.V\.|SARL)`
const addressed = new RegExp(`${begin}${titles}(${name})`, 'gu')
const company = new RegExp(String.raw`${begin}(${name}),?[ \u00a0]${forms}(?![\p{L}\p{N}])`, 'gu')
const inRow = new RegExp(String.raw`${begin}${name}(?:[ \u00a0]${name})*`, 'gu')

function findName(text: string, known: string, language: string): string | undefined {
  const given = new Set(wordsOf(known))
  /** In part, in the genitive, or in a compound: `Acme’s`, `Acmes`, `Acme-Team`. */
  const isGiven = (part: string) => part.length > 1 && (given.has(part) || given.has(part.replace(/s$/, '')))
  const isStrange = (word: string) => {
    const [first = '', ...others] = wordsOf(word)
    return !notNames.has(first) && !ordinary.has(first) && ![first, ...others].some(isGiven)
  }
  const called = (form: RegExp) =>
    [...text.matchAll(form)].map(([said, word = '']) => ({ said, words: [word] }))
  const rows = [...text.matchAll(inRow)].map(({ 0: said, index }) => {
    const isFirst = /(^|[\n.!?:;…–—"“”„»«(•])\s*$/.test(text.slice(Math.max(0, index - 20), index))
    return { words: said.split(/[ \u00a0]/), isFirst }
  })
  const pairs = rows.flatMap(({ words }) => words.slice(1).map((last, at) => [words[at] ?? '', last]))
  // Where nouns have capitals, and in a headline that has them everywhere, two capitals make no name.
  const capitals = rows.flatMap(({ words }) => words).filter((word) => word.length > 2).length
  const isAnyNoun = /^(de|lb|gsw|nds)\b/.test(language)
  const isHeadline = capitals > (text.match(/(?<!\p{L})\p{Ll}\p{L}{2,}/gu)?.length ?? 0)
  const several = rows
    .map(({ words, isFirst }) => (isFirst ? words.slice(1) : words))
    .filter((words) => words.length > 1 && words.every((word) => /\p{Ll}/u.test(word)))
  const isFirstName = (word: string) => firstNames.has(word) && !alsoWords.has(word)
  const people = pairs.filter(([first = '']) => isFirstName(first.toLowerCase()))
  const inRows = [...people, ...(isAnyNoun || isHeadline ? [] : several)]
  return [
    ...called(addressed),
    ...called(company),
    ...inRows.map((words) => ({ said: words.join(' '), words })),
  ].find(({ words }) => words.every(isStrange))?.said
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
}

const setOf = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/))

/** First names that are words, months, places or makes too. */
const alsoWords = setOf(`
  mark max mar jan grace frank christian jordan austin victoria luz dios mercedes rosa pilar jack jean ion petra joyce gary ruth`)

/** What has a capital without being a name of a person or a company. */
const ordinary = setOf(`
  der die das dem den des eine einer einem einen ihr ihre ihrer ihren euer eure unsere jede jeder keine als für firma
  the your our an every each this that no it we you he she they and with for in on at by from to of or if when how why what
  chief vice president officer head director manager executive senior managing lead leader leaders management operations customer success
  experience product data machine learning artificial intelligence supply chain resources human real estate financial services big business
  monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november
  december spring summer autumn winter black cyber new north south east west united states kingdom europe european union america american
  asia africa world street city`)
