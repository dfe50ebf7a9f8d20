import { shadowHostNames } from '../../wire/frameworks.ts'

/** The words of a list. */
const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/** Elements without content. */
export const voidElements = words(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr',
)

/** Elements whose content is text for the tokenizer, if scripts run. */
export const rawTextElements = words('iframe noembed noframes noscript script style textarea title xmp')

/** Elements of the head; they create a head if there is none. */
export const headElements = words(
  'base basefont bgsound link meta noframes noscript script style template title',
)

export const shadowHosts = words(shadowHostNames)

export const formattingElements = words('a b big code em font i nobr s small strike strong tt u')

/** https://html.spec.whatwg.org/#special */
export const specialElements = words(
  'address applet area article aside base basefont bgsound blockquote body br button caption center col colgroup dd details dir div dl dt embed fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe img input keygen li link listing main marquee menu meta nav noembed noframes noscript object ol p param plaintext pre script search section select source style summary table tbody td template textarea tfoot th thead title tr track ul wbr xmp svg math',
)

/** Elements that close an open `p`. */
export const closesParagraph = words(
  'address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr listing main menu nav ol p pre search section summary ul xmp',
)

/** Elements whose end tag is ignored unless one is in scope. */
export const closedInScope = words(
  'address applet article aside blockquote button center dd details dialog dir div dl dt fieldset figcaption figure footer header hgroup li listing main marquee menu nav object ol pre search section summary ul',
)

export const headings = words('h1 h2 h3 h4 h5 h6')

/** Elements whose end tags are implied. https://html.spec.whatwg.org/#generate-implied-end-tags */
export const impliedEnds = words('dd dt li optgroup option p rb rp rt rtc')

/** Elements that limit the scope. https://html.spec.whatwg.org/#has-an-element-in-the-specific-scope */
export const scopeBorders = words('applet caption html table td th marquee object template svg math')

export const tableParts = words('caption col colgroup tbody td tfoot th thead tr')
export const cells = words('td th')
export const tableContexts = words('table tr colgroup tbody tfoot thead')
export const selectParts = words('select option optgroup')

/** Elements that end an SVG. https://html.spec.whatwg.org/#parsing-main-inforeign */
export const breakouts = words(
  'b big blockquote body br center code dd div dl dt em embed font h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta nobr ol p pre ruby s small span strong strike sub sup table tt u ul var',
)

/** Elements of SVG and MathML that contain HTML. */
export const integrationPoints = words('foreignobject desc title mi mo mn ms mtext annotation-xml')

/** Elements that this parser does not handle. */
export const unsure = words('frame frameset plaintext image isindex rtc rb math')

/** Other common elements. */
export const others = words(
  'abbr audio bdi bdo canvas circle cite clippath data datalist defs del desc dfn ellipse foreignobject g ins kbd label legend line lineargradient map mark mask metadata meter output path picture polygon polyline progress q radialgradient rect samp slot stop symbol text time tspan use var video',
)
