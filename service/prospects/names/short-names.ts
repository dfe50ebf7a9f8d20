import { familyFirst, firstNames, notNames } from './known-names.ts'
import {
  dottedForm,
  type FormAround,
  formsInFront,
  formsOfScripts,
  longForms,
  shortForms,
} from './legal-forms.ts'

/** What cannot stand alone as the name of a company, with or without an article. */
const generic =
  /^((the|die|der|das|la|le|les|el|il|de|het)(\s+|$))?(|news|first|general|united|national|international|global|group|holding|holdings|services|solutions|consulting|media|digital|capital|partners|company|next|limited|business|tourism|study|visit)$/i
const dangling = /(^|\s)(&|\+|and|und|et|y|e|og|och|en|of|de|the|für|for)$/i
const mostWordsOfForm = 6

/**
 * The name of a company without its legal form; in full if that is not plain.
 *
 * @example
 * shortCompany('Greenwave S.à r.l.') // 'Greenwave'
 * shortCompany('Smith & Co.') // 'Smith & Co.'
 */
export function shortCompany(company: string): string {
  const full = wordsOf(company).join(' ')
  for (const form of formsOfScripts) {
    const name = nameWithin(full, form)
    if (name !== undefined) return isName(name) ? name : full
  }
  const short = withoutFormsAround(full)
  return isName(short) && isOneCompany(short) ? short : full
}

const wordsOf = (text: string) => text.trim().split(/\s+/)

/** The name that a form stands around, without its quotes. Undefined if the form is not there, or more than a name is. */
function nameWithin(full: string, { before = '', behind = '' }: FormAround): string | undefined {
  if (!full.startsWith(before) || !full.endsWith(behind)) return undefined
  const name = full.slice(before.length, full.length - behind.length).trim()
  const [, guillemets, quotes] = /^(?:«([^«»]+)»|"([^"]+)")$/.exec(name) ?? []
  if (name === '') return undefined
  return guillemets ?? quotes ?? (/[«»",]/.test(name) ? undefined : name)
}

function withoutFormsAround(full: string): string {
  // `Oy Karhu Ab`: two languages, one form.
  const around = /^(?:Oy (.+) Ab|Ab (.+) Oy|PT\.? (.+) Tbk\.?)$/.exec(full)?.slice(1).find(Boolean)
  if (around !== undefined) return around
  const form = formsInFront.find((front) => full.startsWith(`${front} `)) ?? ''
  const name = full.slice(form.length).trim()
  const named = withoutBrackets(name)
  const short = withoutForms(named)
  return short === named ? withoutForms(name) : short
}

/** `Acme Ltd (UK)` without the brackets at its end. */
function withoutBrackets(name: string): string {
  const at = name.lastIndexOf(' (')
  return at > 0 && name.indexOf(')', at) === name.length - 1 ? name.slice(0, at) : name
}

/**
 * Without the forms at its end, of which there may be several: `Sp. z o.o. Sp.k.`, `GmbH & Co. KG`. Of several only the
 * last may be one of few letters: `Prairie AG LLC` is a farm.
 */
function withoutForms(name: string, isLast = true): string {
  const words = wordsOf(name)
  for (let kept = Math.max(1, words.length - mostWordsOfForm); kept < words.length; kept++) {
    const form = words.slice(kept)
    if (!isForm(form, words[kept - 1] ?? '', isLast)) continue
    const isTheCompany = /^The /.test(name) && /^company$/i.test(form[0] ?? '')
    if (isTheCompany) continue
    const short = words.slice(0, kept).join(' ').replace(/,$/, '')
    if (dangling.test(short)) continue
    const partner = / (?:&|\+|und) Co\.?$/.exec(short)
    const before = partner ? short.slice(0, partner.index) : undefined
    const withoutPartner = before === undefined ? short : withoutForms(before)
    return withoutPartner === before ? short : withoutForms(withoutPartner, false)
  }
  return name
}

function isForm(words: readonly string[], before: string, mayBeShort = true): boolean {
  const text = words.join(' ')
  const letters = text.replace(/[.,\s]/g, '')
  const lower = letters.toLocaleLowerCase('en')
  if (longForms.has(lower) || dottedForm.test(text)) return true
  const isPlace = before.endsWith(',') && !/\./.test(text)
  if (isPlace || !mayBeShort) return false
  const languages = letters.split('/')
  return (
    shortForms.has(letters) ||
    (languages.length === 2 &&
      languages.every((form) => shortForms.has(form) || longForms.has(form.toLocaleLowerCase('en'))))
  )
}

function isName(text: string): boolean {
  const isBalanced = text.split('(').length === text.split(')').length
  const isWord = /[\p{L}\p{N}]{2}|\p{N}|^\p{L} ?[&+] ?\p{L}$/u.test(text)
  return isBalanced && isWord && !generic.test(text) && !dangling.test(text)
}

/** Whether what is left is not two names, a partner's name, or begins or ends with half a form. */
function isOneCompany(short: string): boolean {
  const isPartners = short.includes(' di ') && / & C\.?$/.test(short)
  if (isPartners) return false
  if (/^S\.?C\.? |\b(Public|Co|Co\.|Pty\.?)$|^Ab /.test(short) && !/(&|\+|und|and) Co\.?$/.test(short))
    return false
  return !(short.includes('/') && short.split(/[\s/]+/).some((word) => isForm([word], '')))
}

const particles =
  'van von vom zu zur der den de del della di da dos du le la el al bin ibn ter ten af av'.split(' ')
const nameWord =
  /^\p{Lu}[\p{Ll}\p{M}]+(?:[-'’]\p{Lu}?[\p{Ll}\p{M}]+)*$|^(?:Mc|Mac|O['’]|D['’])\p{Lu}[\p{Ll}\p{M}]+$/u
/** A father's name, which is no family's. */
const patronymic = /(ovna|evna|ivna|ovich|evich)$/

/** First and last name of a person. */
interface NameParts {
  first: string
  last: string
}

/**
 * What to call a person by what a list or a program said, if it is about this name: each part that was said is in it, so
 * that it goes when the person is called otherwise. Else by the name, if that is plain.
 */
export function callParts(name: string, said: Partial<NameParts>): Partial<NameParts> {
  const words = (text: string) => ` ${text.trim().toLowerCase().split(/\s+/).join(' ')} `
  const parts = [said.first, said.last].filter((part) => part !== undefined)
  const isOfName = parts.every((part) => part.trim() !== '' && words(name).includes(words(part)))
  if (parts.length === 0 || !isOfName) return partsOfName(name) ?? {}
  return {
    ...(said.first !== undefined && { first: said.first.trim() }),
    ...(said.last !== undefined && { last: said.last.trim() }),
  }
}

/**
 * First and last name of a person whose name is plain: two words, or particles or one initial between them. Undefined for
 * anything else, as where the family's name may come first: none is better than a wrong one.
 */
export function partsOfName(name: string): NameParts | undefined {
  const [first = '', ...rest] = name.trim().split(/\s+/)
  while (rest.length > 1 && /^\p{Lu}\.$/u.test(rest[0] ?? '')) rest.shift()
  const last = rest.at(-1) ?? ''
  const between = rest.slice(0, -1)
  const firstLower = first.toLowerCase()
  const lastLower = last.toLowerCase()
  const isPlain = [first, last].every(
    (word) =>
      nameWord.test(word) &&
      !notNames.has(word.toLowerCase().replace(/\.$/, '')) &&
      /^[\p{Script=Latin}\p{M}'’-]+$/u.test(word),
  )
  if (!isPlain || !between.every((word) => particles.includes(word))) return undefined
  // `Maria del Mar` are first names, `Lotte ter Horst` is not.
  const mayBeFirst = between.every((word) => /^(de|del|da|la)$/.test(word))
  if (particles.includes(firstLower) || patronymic.test(lastLower)) return undefined
  if (mayBeFirst && firstNames.has(lastLower)) return undefined
  const isFamilyFirst =
    familyFirst.has(firstLower) || (familyFirst.has(lastLower) && !firstNames.has(firstLower))
  return isFamilyFirst ? undefined : { first, last: rest.join(' ') }
}
