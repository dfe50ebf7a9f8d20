/** Whether an id, a class or a value was generated, by a build, a framework or at random, so that the next build changes it. */
export function isGeneratedName(name: string): boolean {
  if (name.length > longestName) return true
  if (makers.some((maker) => maker.test(name))) return true
  return name.split(/[-_.\s]+/).some(isHash)
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
  // CSS modules: Vite `_title_1x2y3_5`, Next and webpack `Hero_title__1a2B3`.
  /^_/,
  /^[A-Za-z][\w-]*_[\w-]+__[\w-]{5,}$/,
  // Scoped styles: Svelte, Astro, Angular, Vue.
  /^(svelte|s)-[\w-]{5,}$/,
  /^(astro|ng|framer|w-node)-/,
  // Numbered ids of components: React's useId, Ember, Radix, Headless UI, React Aria, widgets.
  /[:«»]/,
  /^(ember|ext-gen|jss|uid|gen|input|el|v|id|tab|panel|accordion)[-_]?\d{2,}/i,
  /^(radix|headlessui|react-aria|react-select|downshift|cdk|yui|rc|bits|reka|mantine|tippy|floating-ui|el-id|tns\d*)[-_]/,
  /^(slick-slide|splide|swiper-wrapper-|mat-[a-z-]+-)\d*/,
  // Database ids of WordPress and page builders.
  /^elementor-(element-)?[\da-f]{6,}$/,
  /^wp-(container|elements)-/,
  /\d{3,}$/,
]

/** Whether a word is a meaningless mix of letters and digits. Short ones such as `h1`, `b2b` or `step2` are not. */
function isHash(word: string): boolean {
  if (word.length < 5) return false
  if (/^\d+$/.test(word) || /\d+[a-z]+\d+|[a-z]\d+[a-z]{2,}\d*[a-z]*\d/i.test(word)) return true
  if (/\d/.test(word) && (/^\d/.test(word) || /^[\da-f]+$/i.test(word))) return true
  if (/\d[A-Za-z]{2,}$/.test(word) && !/^[A-Za-z]{3,}\d[A-Za-z]{3,}$/.test(word)) return true
  return isShuffled(word) || !/[aeiouy]/i.test(word)
}

/** Whether upper and lower case are mixed as in no camel case: `bZxYqR`. */
function isShuffled(word: string): boolean {
  if (!/[a-z]/.test(word) || !/[A-Z]/.test(word)) return false
  const parts = word.split(/(?=[A-Z])/).filter(Boolean)
  return word.length / parts.length < 2.5
}
