/**
 * Legal forms as they end a company's name, without dots and blanks between their letters. Sources: the forms of ISO 20275 for
 * the EU, UK, US, CH and JP. Forms of two letters count in capitals alone; `Company`, `Co` and `Group` are parts of names.
 */
const longForms =
  `gmbh ggmbh gmbh&cokg gmbh&cokgaa gmbh&coohg ag&cokg ag&cokgaa se&cokg se&cokgaa mbh ohg gbr kgaa
  ug(haftungsbeschränkt) partgmbb gesmbh inc incorporated corp corporation llc llp pllc ltd limited plc privatelimited pvtltd ptyltd pteltd
  sdnbhd dac ltée co,ltd coltd sarl sàrl sasu eurl sagl scsp srl srls spzoo spzook spzoospk sro kft zrt nyrt doo oyj aps asa ehf lda ltda sadecv
  srldecv sderldecv sapidecv eireli bvba gcv vzw ltdşti aş`
    .trim()
    .split(/\s+/)
const shortForms = 'AG SE SA AB AS NV BV KG OG OY SL OÜ EG UG SAS SNC SLU SAU VOF A/S I/S'.split(' ')
/** What cannot stand alone as the name of a company. */
const generic =
  /^(the|news|first|general|united|national|international|global|group|holding|holdings|services|solutions|consulting|media|digital|capital|partners|company|next|limited|business|tourism|study|visit)$/i
const dangling = /(^|\s)(&|\+|and|und|et|y|e|og|och|en|of|de|the|für|for)$/i
const japanese = /^(株式会社|有限会社|合同会社)|(株式会社|有限会社|合同会社)$/

/**
 * The name of a company without its legal form; in full if that is not plain.
 *
 * @example
 * shortCompany('Greenwave S.à r.l.') // 'Greenwave'
 * shortCompany('Smith & Co.') // 'Smith & Co.'
 */
export function shortCompany(company: string): string {
  const full = company.trim()
  const without = full.replace(japanese, '').trim()
  if (without !== full) return without || full
  const words = full.split(/\s+/)
  for (let kept = Math.max(1, words.length - 5); kept < words.length; kept++) {
    if (!isForm(words.slice(kept), words[kept - 1] ?? '')) continue
    const short = words.slice(0, kept).join(' ').replace(/,$/, '')
    return isName(short) ? short : full
  }
  return full
}

function isForm(words: readonly string[], before: string): boolean {
  const text = words.join(' ')
  const letters = text.replace(/[.\s]/g, '')
  if (longForms.includes(letters.toLocaleLowerCase('en'))) return true
  if (/^(S\.?p\.?A\.?|e\.?\s?V\.?|e\.?\s?K\.?|a\.\s?s\.|S\.a\.s\.|S\.n\.c\.|L\.P\.|K\.K\.|Oy)$/.test(text))
    return true
  // `Calgary, AB` and `Las Vegas, NV` are places.
  return shortForms.includes(letters) && (/\./.test(text) || !before.endsWith(','))
}

function isName(text: string): boolean {
  const isBalanced = text.split('(').length === text.split(')').length
  return isBalanced && /[\p{L}\p{N}]{2}|\p{N}/u.test(text) && !generic.test(text) && !dangling.test(text)
}

const particles =
  'van von vom zu zur der den de del della di da dos du le la el al bin ibn ter ten af av'.split(' ')
/** Frequent family names where they come first: of such a name nothing is said. */
const familyFirst = new Set(
  `wang li zhang liu chen yang huang zhao wu zhou xu sun ma zhu hu guo he lin luo gao zheng liang xie song tang deng han feng
  cao peng zeng xiao tian dong pan yuan cai jiang yu du ye cheng wei su lu ding ren shen yao kim lee park choi jung jeong kang cho yoon
  jang lim nguyen nguyễn tran trần pham phạm hoang huynh phan vu vo dang bui do ngo duong nagy kovács kovacs tóth toth szabó
  szabo horváth horvath varga kiss molnár németh farkas balogh papp takács juhász sato satō suzuki takahashi tanaka watanabe ito
  itō yamamoto nakamura kobayashi kato katō yoshida yamada sasaki yamaguchi matsumoto inoue`
    .trim()
    .split(/\s+/),
)
const notNames =
  /^(the|team|sales|marketing|info|office|support|service|admin|contact|accounts?|desk|department|hr|it|finance|herr|frau|mr|mrs|ms|miss|sir|dr|prof|dipl)\.?$/i
const nameWord =
  /^\p{Lu}[\p{Ll}\p{M}]+(?:[-'’]\p{Lu}?[\p{Ll}\p{M}]+)*$|^(?:Mc|Mac|O['’]|D['’])\p{Lu}[\p{Ll}\p{M}]+$/u

/** First and last name of a person. */
export interface NameParts {
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
  const isPlain = [first, last].every(
    (word) => nameWord.test(word) && !notNames.test(word) && /^[\p{Script=Latin}\p{M}'’-]+$/u.test(word),
  )
  if (!isPlain || !between.every((word) => particles.includes(word))) return undefined
  const lower = [first, last].map((word) => word.toLowerCase())
  if (lower.some((word) => familyFirst.has(word)) || particles.includes(lower[0] ?? '')) return undefined
  return { first, last: rest.join(' ') }
}
