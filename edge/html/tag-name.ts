import { shadowHostNames } from '../../wire/frameworks.ts'
import { lowerCase, textOf } from './ascii.ts'
import { NameTable } from './name-table.ts'

/** What the HTML standard says of elements by their names. https://html.spec.whatwg.org/#parsing */
const groups = {
  isVoid:
    'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr',
  /** Its content is text for the tokenizer, if scripts run. */
  isRawText: 'iframe noembed noframes noscript script style textarea title xmp',
  /** It creates a head if there is none. */
  isOfHead: 'base basefont bgsound link meta noframes noscript script style template title',
  /** It may have a shadow root; so may custom elements. */
  isShadowHost: shadowHostNames,
  isFormatting: 'a b big code em font i nobr s small strike strong tt u',
  isSpecial:
    'address applet area article aside base basefont bgsound blockquote body br button caption center col colgroup dd details dir div dl dt embed fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe img input keygen li link listing main marquee menu meta nav noembed noframes noscript object ol p param plaintext pre script search section select source style summary table tbody td template textarea tfoot th thead title tr track ul wbr xmp svg math',
  isHeading: 'h1 h2 h3 h4 h5 h6',
  /** It limits the scope. https://html.spec.whatwg.org/#has-an-element-in-the-specific-scope */
  isScopeBorder: 'applet caption html table td th marquee object template svg math',
  isTablePart: 'caption col colgroup tbody td tfoot th thead tr',
  isCell: 'td th',
  /** Text and most elements inside it would be moved before the table. */
  isTableContext: 'table tr colgroup tbody tfoot thead',
  isOfSelect: 'select option optgroup',
  closesParagraph:
    'address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr listing main menu nav ol p pre search section summary ul xmp',
  /** Its end tag is ignored unless one is in scope. */
  endsInScope:
    'address applet article aside blockquote button center dd details dialog dir div dl dt fieldset figcaption figure footer header hgroup li listing main marquee menu nav object ol pre search section select summary ul',
  hasImpliedEnd: 'dd dt li optgroup option p rb rp rt rtc',
  /** It ends an SVG. https://html.spec.whatwg.org/#parsing-main-inforeign */
  endsForeign:
    'b big blockquote body br center code dd div dl dt em embed font h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta nobr ol p pre ruby s small span strong strike sub sup table tt u ul var',
  /** It contains HTML in an SVG or MathML. */
  isIntegrationPoint: 'foreignobject desc title mi mo mn ms mtext annotation-xml',
  /** The tree is not followed past it. */
  isUnsure: 'frame frameset plaintext image isindex rtc rb math',
}

/** Other common elements. */
const others =
  'abbr audio bdi bdo canvas circle cite clippath data datalist defs del dfn ellipse g ins kbd label legend line lineargradient map mark mask metadata meter output path picture polygon polyline progress q radialgradient rect samp slot stop symbol text time tspan use video'

/** What the tree has to know about an element's name. There is one object for each name above. */
export interface TagName extends Readonly<Record<keyof typeof groups, boolean>> {
  readonly text: string
  /** Its index in a table of counts. All unknown names share 0. */
  readonly id: number
}

const words = (text: string) => text.split(' ')
const sets = Object.entries(groups).map(([group, names]) => [group, new Set(words(names))] as const)

function createTagName(text: string, id: number): TagName {
  const flags = Object.fromEntries(sets.map(([group, names]) => [group, names.has(text)]))
  return { text, id, ...(flags as Record<keyof typeof groups, boolean>) }
}

const known = [...new Set([...Object.values(groups), others].flatMap(words))]
const tagNames = known.map((text, place) => createTagName(text, place + 1))
const unknown = createTagName('', 0)
const table = new NameTable(tagNames)
const byText = new Map(tagNames.map((name) => [name.text, name]))

/** The number of ids. */
export const tagNameCount = tagNames.length + 1

/** The name in these bytes, in lower case. */
export const tagNameAt = (bytes: Uint8Array, start: number, end: number): TagName =>
  table.find(bytes, start, end) ?? { ...unknown, text: lowerCase(textOf(bytes, start, end)) }

/** One of the names above. */
export const tagNameOf = (text: string): TagName => byText.get(text) as TagName
