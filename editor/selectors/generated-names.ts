import { unlikelinessOf } from './unlikeliness.ts'

/**
 * Whether an id, a class or a value was generated, by a build, a framework or at random, so that the next build changes it.
 *
 * @param beside the other classes of the element
 */
export function isGeneratedName(name: string, beside: readonly string[] = []): boolean {
  if (name.length > longestName) return true
  if (makers.some((maker) => maker.test(name))) return true
  if (isBesideComponent(name, beside)) return true
  const suffix = moduleHash.exec(name)?.[1]
  if (suffix !== undefined && isMixed(suffix)) return true
  const words = name.split(/[-_.\s]+/)
  return words.some(isHash) || isUnlikely(name, words.length > 1 || camelCase.test(name))
}

/** Longer names count as generated: no author writes them, and judging them takes time. */
export const longestName = 60

/** The shapes of generated names, by generator. */
const makers: RegExp[] = [
  // CSS in JavaScript: emotion, styled-components, JSS, Material UI, Linaria, vanilla-extract, StyleX.
  /^(css|emotion|jss|sc|mui|tss|stitches|c)-?[\da-z]*\d/i,
  /^(css|sc|jss)-/,
  /-sc-[\da-z]+(-\d+)?$/i,
  /^(makeStyles|with[A-Z]\w+|Mui[A-Z]\w+)-.*\d$/,
  // CSS modules of Vite: `_title_1x2y3_5`.
  /^_/,
  // Scoped styles: Svelte, Astro, Angular, Vue.
  /^(svelte|s)-[\w-]{5,}$/,
  /^(astro|ng|framer|w-node)-/,
  // Numbered ids of components: React's useId, Ember, Radix, Headless UI, React Aria, widgets.
  /[:«»]/,
  /^(ember|ext-gen|jss|uid|gen|input|el|v|id|tab|panel|accordion)[-_]?\d{2,}/i,
  /^(radix|headlessui|react-aria|react-select|downshift|cdk|yui|rc|bits|reka|mantine|tippy|floating-ui|el-id|tns\d*)[-_]/,
  /^(slick-slide|splide|mat-[a-z-]+-)\d+$/,
  /^swiper-wrapper-/,
  // Database ids of WordPress and page builders.
  /^elementor-(element-)?[\da-f]{6,}$/,
  /^wp-(container|elements)-/,
  // Numbers of rows: `post-1234`. A year is none.
  /(?<!\d)(?!(?:19|20)\d\d$)\d{3,}$/,
]

const camelCase = /^[a-z]{3,}([A-Z][a-z]{2,})+$/

/** From here on a name of one word counts as random: few names that people gave are above, 4 in 5 random ones are. */
const unlikely = 4.6

/** A hash is mostly a name by itself, so words among others may be rarer. Of two or three letters nothing can be said: `btn`, `h1`. */
function isUnlikely(name: string, isOfWords: boolean): boolean {
  if (isOfWords) return unlikelinessOf(name) > unlikely + 0.8
  if (name.length < 3) return false
  if (name.length > 4) return unlikelinessOf(name) > unlikely
  const isMixedCase = /[a-z][A-Z]|^[A-Z]{2}.*[a-z]/.test(name)
  return isMixedCase || (/^[a-z]+$/i.test(name) && unlikelinessOf(name) > unlikely + 1)
}

/** A random suffix of CSS modules: webpack, Next, Gatsby. */
const moduleHash = /[a-z\d](?:--|__)([\w-]{5,8})$/i

/** Whether a suffix has signs that authors do not mix. */
function isMixed(suffix: string): boolean {
  if (/^[a-z]+(-[a-z]+)*$/.test(suffix)) return unlikelinessOf(suffix) > unlikely
  if (/^[a-z]+\d?$/.test(suffix)) return unlikelinessOf(suffix) > unlikely - 0.5
  return !/^[a-z]{3,}[A-Z][a-z]{2,}$/.test(suffix) || unlikelinessOf(suffix) > unlikely - 1
}

/** styled-components gives each element two classes: a stable one that begins with `sc-`, and the hash of its styles. */
function isBesideComponent(name: string, beside: readonly string[]): boolean {
  return /^[a-z]{4,7}$/i.test(name) && beside.some((other) => /(^|-)sc-[\da-z]{5,}/i.test(other))
}

/** Whether a word is a meaningless mix of letters and digits. Short ones such as `h1`, `b2b` or `step2` are not. */
function isHash(word: string): boolean {
  if (word.length < 5 || /^(19|20)\d\d$/.test(word)) return false
  if (/^\d+$/.test(word) || /\d+[a-z]+\d+|[a-z]\d+[a-z]{2,}\d*[a-z]*\d/i.test(word)) return true
  if (/\d/.test(word) && (/^\d/.test(word) || /^[\da-f]+$/i.test(word))) return true
  if (/\d[A-Za-z]{2,}$/.test(word) && !/^[A-Za-z]{3,}\d[A-Za-z]{3,}$/.test(word)) return true
  return isShuffled(word) || unlikelinessOf(word) > unlikely + 0.8
}

/** Whether upper and lower case are mixed as in no camel case: `bZxYqR`. */
function isShuffled(word: string): boolean {
  if (!/[a-z]/.test(word) || !/[A-Z]/.test(word)) return false
  const parts = word.split(/(?=[A-Z])/).filter(Boolean)
  return word.length / parts.length < 2.5
}
