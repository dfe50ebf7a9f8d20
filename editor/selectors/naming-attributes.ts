import { isGeneratedName } from './generated-names.ts'

/** An attribute that names an element, with its penalty: the smaller, the longer it lasts. */
interface NamingAttribute {
  name: string
  value: string
  kind: 'content' | 'data' | 'attribute'
  penalty: number
}

/** Attributes by which a page's author names an element; not those that scripts, frameworks or extensions add. */
export function namingAttributes(element: Element): NamingAttribute[] {
  return [...element.attributes].flatMap(({ name, value }) => {
    const worth = worthOf(name, value)
    return worth ? [{ name, value, ...worth }] : []
  })
}

function worthOf(name: string, value: string): Pick<NamingAttribute, 'kind' | 'penalty'> | undefined {
  if (name === 'data-content') return isShort(value) ? { kind: 'content', penalty: 0 } : undefined
  if (!isNameLike(value)) return undefined
  if (testAttributes.test(name)) return { kind: 'data', penalty: 1 }
  if (isOwnData(name) && !stateWords.test(value)) return { kind: 'data', penalty: 1.8 }
  const penalty = plainAttributes[name]
  return penalty === undefined ? undefined : { kind: 'attribute', penalty }
}

/** Attributes for tests and analytics, which a redesign usually keeps. */
const testAttributes =
  /^data-(test-?id|test|testing-?id|cy|qa|e2e|hook|section|section-(name|type)|block|slot-name|track(-id)?)$/

/** HTML attributes that say what an element is. Not those that Motif may change itself (`href`, `src`), and no texts. */
const plainAttributes: Record<string, number> = { itemprop: 2.5, name: 3, for: 3, role: 3.5 }

const isOwnData = (name: string) =>
  /^data-[a-z][a-z-]*$/.test(name) && !foreignData.test(name) && !isGeneratedName(name.slice('data-'.length))

/** `data-` attributes for behaviour, looks and internals, of Motif, frameworks, libraries, page builders and extensions. */
const foreignData =
  /^data-(motif|react|rh|rbd|reactid|reactroot|hydrate|ssr|server|n-|nuxt|next|nimg|nscript|v-|vue|astro|svelte|s-|emotion|styled|radix|headlessui|reka|slot$|state|status|orientation|side|align|active|open|selected|checked|disabled|expanded|loaded|visible|aos|wow|sr|sal|scroll|anim|appear|inview|parallax|speed|delay|duration|ease|split|word|char|line|bs-|mdb|uk-|toggle|target|dismiss|ride|slide|parent|spy|offset|interval|pause|backdrop|placement|container|trigger|src|srcset|sizes|lazy|bg|background|image|img|thumb|full|video|href|url|link|width|height|ratio|gr-|gramm|lt-|new-gr|enable-gr|ms-editor|darkreader|1p|op-|lastpass|lpignore|dashlane|bw|bitwarden|kwimpala|google|ga|gtm|fb|hj|hs-|wf-|w-id|framer|elementor|element_type|widget_type|settings|id$|uid|uuid|guid|key$|index|idx|count|number|num$|price|value|date|time|theme|color|mode|style|layout|class|animation|effect|filter|sort|columns|type$|text|title|caption|alt|label|content-|i18n|l10n|lang|translate|turbo|csrf|nonce|token|hash|version|options?|config|props|params|json|min|max|step)/

const stateWords =
  /^(true|false|yes|no|on|off|none|auto|open|closed|active|inactive|idle|loading|loaded|default|left|right|top|bottom|center|start|end|horizontal|vertical|small|large|light|dark|button|link)$/i

const isShort = (value: string) => value.length > 0 && value.length <= 100

const isNameLike = (value: string) =>
  /^[A-Za-z][\w.-]*( [A-Za-z][\w.-]*){0,2}$/.test(value) && value.length <= 60 && !isGeneratedName(value)
