import { longestName } from './generated-names.ts'

/**
 * Whether a class describes an element's look or present state, not what the element is: utilities of Tailwind, Bootstrap and
 * Bulma, states, animations, and classes that scripts and extensions add at run time.
 */
export function isPassingClass(name: string): boolean {
  return (
    name.length > longestName ||
    /[^\w-]/.test(name) ||
    states.test(name) ||
    runtime.test(name) ||
    animations.test(name) ||
    icons.test(name) ||
    utilities.some((utility) => utility.test(name))
  )
}

const states =
  /^((is|has|was|not|no)-)?((in)?active|current([-_](menu|page|post|cat|lang)[-_].+)?|open(ed)?|closed?|shown?|visible|invisible|hidden|hide|in|out|fade|collaps(e|ed|ing|ible)|expanded|selected|checked|disabled|enabled|loaded|loading|ready|scrolled|sticky|stuck|pinned|first|last|odd|even|focus(ed)?|hover|touched|dirty|valid|invalid|transition(ing)?|animat(ed|ing)|playing|paused|in-?view(port)?|mobile|desktop|busy|empty|error|success|dragging|\d.*)$/

/** Classes that libraries and extensions add at run time. */
const runtime =
  /^(motif|js$|no-js|wf-|wp-embed|lazy|jarallax|parallax|rellax|tilt|aos|wow$|sr$|scrollreveal|gsap|split|char$|word$|line$|in-?view|swiper-|slick-|splide__slide--|owl-|flickity-|glide__slide--|navbar-(shrink|scrolled)|affix|grammarly|translated-|notranslate|ng-|v-|ember-view|hydrated|darkreader|cky-|fl-)/

const animations =
  /^(animated?($|-|__)|anim-|fade|slide-?(in|up|down|left|right)|zoom-?(in|out)|bounce|pulse|flip-?in|rotate-?in|reveal|delay-|duration-)/i

/** Names of icons in an icon font: another font has other names. */
const icons =
  /^((fa|fas|far|fab|fal|bi|mdi|ti|la|las|lni|glyphicon|icon|material-icons|feather|ion|ri|bx|uil)(-.+)?)$/

const sides = '[xytrblse]'
const amount = String.raw`(\d+(\.\d+|/\d+)?|px|auto|full|screen|min|max|fit|none|[a-z]*\[.+\])`
const tones =
  '(primary|secondary|success|danger|warning|info|light|dark|white|black|transparent|muted|body|current|link|gr[ae]y|slate|zinc|neutral|stone|red|orange|amber|yellow|lime|green|emerald|teal|cyan|sky|blue|indigo|violet|purple|fuchsia|pink|rose|gradient)'
const sizes = '(\\d?x[sl]|xx?[sl]|xs|sm|md|lg|xl|xxl|base|normal|small|medium|large|\\d+)'

const utilities: RegExp[] = [
  new RegExp(`^-?[mp]${sides}?-(${sizes}-)?(n?${amount})$`),
  new RegExp(
    `^-?(min-|max-)?(w|h|size|vw|vh)-|^-?(gap|space|inset|top|left|right|bottom|start|end|z|order|basis|g[xy]?)-(${sides}-)?${amount}`,
  ),
  new RegExp(
    `^(text|bg|border|fill|stroke|ring|from|to|via|link|decoration|accent|divide|outline|badge|btn-outline)-(${tones}|${sizes})(-|$)`,
  ),
  /^(text|has-text)-(start|end|left|right|center|centered|justify|uppercase|lowercase|capitalize|wrap|nowrap|balance|pretty|truncate|break|decoration|opacity|shadow|reset)/,
  /^(container|row|columns?|col|cols|cell|grid|wrap|clearfix|offset|span\d+|grid_\d+|tile|unit|pure-u|uk-width|medium|large|small|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(-(fluid|xs|sm|md|lg|xl|xxl|x|y|auto|reverse|narrow|\d+))*$/,
  /^(d-.+|flex|inline(-(block|flex|grid))?|block|grid|table|contents|relative|absolute|fixed|static|uppercase|lowercase|capitalize|italic|underline|antialiased|truncate|center(ed)?|left|right|clear|bold|group|peer|stretched(-link)?|visually-hidden|sr-only(-focusable)?|img-(fluid|responsive|rounded|thumbnail|circle)|[hv]stack|transition(-.+)?|transform|filter|rounded|shadow|border|grow|shrink|resize|ratio(-.+)?|unstyled|wrap|nowrap)$/,
  /^(flex|inline|block|grid|items|justify|content|self|place|align|float|pull|push|object|overflow|overscroll|whitespace|break|position|font|fw|fs|fst|lh|leading|tracking|line-clamp|rounded|shadow|border|opacity|scale|rotate|translate|skew|ease|cursor|select|pointer-events|aspect|columns|row|col|auto-(rows|cols|flow)|grid-(rows|cols|flow)|backdrop|blur|mix|list|mx|my|stroke)(-(sm|md|lg|xl|xxl|none|auto|start|end|left|right|center|between|around|evenly|baseline|stretch|cover|contain|fill|hidden|visible|scroll|wrap|nowrap|row|column|col|reverse|grow|shrink|pill|circle|top|middle|bottom|full|inset|inner|bold|bolder|semibold|medium|normal|light|lighter|thin|black|extrabold|sans|serif|mono|monospace|italic|tight|tighter|snug|relaxed|loose|wide|wider|widest|pointer|default|block|flex|inline|unstyled|item|in|out|linear|square|video|disc|decimal|x|y|all|\d+|\d?xl|\d+x\d+|xs|base|span-\d+))+$/,
]
