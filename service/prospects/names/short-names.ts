import { familyFirst, firstNames, notNames } from './known-names.ts'
import { dottedForm, formsInFront, formsOfScripts, longForms, shortForms } from './legal-forms.ts'

/** What cannot stand alone as the name of a company, with or without an article. */
const generic =
  /^((the|die|der|das|la|le|les|el|il|de|het)(\s+|$))?(|news|first|general|united|national|international|global|group|holding|holdings|services|solutions|consulting|media|digital|capital|partners|company|next|limited|business|tourism|study|visit)$/i
const dangling = /(^|\s)(&|\+|and|und|et|y|e|og|och|en|of|de|the|für|for)$/i
/** Two names, a partner's, or half a form at the beginning or the end. */
const halfNames = / di .*& C\.?$|^S\.?C\.? |(?<!(&|\+|und|and) )\b(Public|Co|Co\.|Pty\.?)$|^Ab /
const mostWordsOfForm = 6

/** The name of a company without its legal form, `Greenwave` of `Greenwave S.à r.l.`; in full if that is not plain. */
export function shortCompany(company: string): string {
  const full = company.trim().split(/\s+/).join(' ')
  const short = withoutFormOfScript(full) ?? withoutFormsAround(full)
  return isName(short) ? short : full
}

/** The name that a form stands around, without its quotes. Undefined if no form is there, or more than a name is. */
function withoutFormOfScript(full: string): string | undefined {
  for (const { before = '', behind = '' } of formsOfScripts) {
    if (!full.startsWith(before) || !full.endsWith(behind)) continue
    const name = full.slice(before.length, full.length - behind.length).trim()
    const [, guillemets, quotes] = /^(?:«([^«»]+)»|"([^"]+)")$/.exec(name) ?? []
    const plain = guillemets ?? quotes ?? (/[«»",]/.test(name) ? '' : name)
    if (plain) return plain
  }
  return undefined
}

function withoutFormsAround(full: string): string {
  // `Oy Karhu Ab`: two languages, one form.
  const around = /^(?:Oy (.+) Ab|Ab (.+) Oy|PT\.? (.+) Tbk\.?)$/.exec(full)?.slice(1).find(Boolean)
  if (around !== undefined) return around
  const form = formsInFront.find((front) => full.startsWith(`${front} `)) ?? ''
  const name = full.slice(form.length).trim()
  // `Acme Ltd (UK)` without the brackets at its end.
  const [named = name] = / \([^)]*\)$/.test(name) ? name.split(/ \([^(]*\)$/) : []
  const short = withoutForms(named)
  return short === named ? withoutForms(name) : short
}

/** Without the forms at its end: `GmbH & Co. KG`. Only the last may be of few letters: `Prairie AG LLC` is a farm. */
function withoutForms(name: string, isLast = true): string {
  const words = name.split(' ')
  for (let kept = Math.max(1, words.length - mostWordsOfForm); kept < words.length; kept++) {
    if (!isForm(words.slice(kept), words[kept - 1] ?? '', isLast)) continue
    const short = words.slice(0, kept).join(' ').replace(/,$/, '')
    const isTheCompany = /^The /.test(name) && /^company$/i.test(words[kept] ?? '')
    if (isTheCompany || dangling.test(short)) continue
    const [before = short, partner] = short.split(/ (?:&|\+|und) (Co\.?)$/)
    const isOfPartners = partner !== undefined && withoutForms(before) !== before
    return isOfPartners
      ? withoutForms(withoutForms(before), false)
      : partner
        ? short
        : withoutForms(short, false)
  }
  return name
}

function isForm(words: readonly string[], before: string, mayBeShort: boolean): boolean {
  const text = words.join(' ')
  const letters = text.replace(/[.,\s]/g, '')
  const isLong = (form: string) => longForms.has(form.toLocaleLowerCase('en'))
  if (isLong(letters) || dottedForm.test(text)) return true
  const isPlace = before.endsWith(',') && !/\./.test(text)
  if (isPlace || !mayBeShort) return false
  const languages = letters.split('/')
  const isBoth = languages.length === 2 && languages.every((form) => shortForms.has(form) || isLong(form))
  return shortForms.has(letters) || isBoth
}

function isName(text: string): boolean {
  const isBalanced = text.split('(').length === text.split(')').length
  const isWord = /[\p{L}\p{N}]{2}|\p{N}|^\p{L} ?[&+] ?\p{L}$/u.test(text)
  const isOther = [generic, dangling, halfNames].some((other) => other.test(text))
  const isTwo = text.includes('/') && text.split(/[\s/]+/).some((word) => isForm([word], '', true))
  return isBalanced && isWord && !isOther && !isTwo
}

const particles =
  'van von vom zu zur der den de del della di da dos du le la el al bin ibn ter ten af av'.split(' ')
const nameWord =
  /^\p{Lu}[\p{Ll}\p{M}]+(?:[-'’]\p{Lu}?[\p{Ll}\p{M}]+)*$|^(?:Mc|Mac|O['’]|D['’])\p{Lu}[\p{Ll}\p{M}]+$/u
/** A father's name, which is no family's. */
const patronymic = /(ovna|evna|ivna|ovich|evich)$/

interface NameParts {
  first: string
  last: string
}

/** What to call a person by what a list said, if it is about this name; else by the name, if that is plain. */
export function callParts(
  name: string,
  said: { [Part in keyof NameParts]?: string | undefined },
): Partial<NameParts> {
  const words = (text: string) => ` ${text.trim().toLowerCase().split(/\s+/).join(' ')} `
  const parts = [said.first, said.last].filter((part) => part !== undefined)
  const isOfName = parts.every((part) => part.trim() !== '' && words(name).includes(words(part)))
  if (parts.length === 0 || !isOfName) return partsOfName(name) ?? {}
  return {
    ...(said.first !== undefined && { first: said.first.trim() }),
    ...(said.last !== undefined && { last: said.last.trim() }),
  }
}

/** First and last name where they are plain; undefined where the family's may come first: none is better than a wrong one. */
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
