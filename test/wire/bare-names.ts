/** What is a bare name, and what is not: the tag, the script, the edge and the service read each in the same way. */
export const bareNames = [
  'hero',
  'hero-title',
  'Hero_2',
  '2col',
  '-1',
  'h1',
  'überschrift',
  'preis–box',
  '€-box',
  '🚀',
  'a\u00a0b',
]

export const otherSelectors = [
  '.hero',
  '#hero',
  'hero title',
  'hero.title',
  '[hero]',
  '*',
  'hero:hover',
  'hero\\:title',
  'a,b',
]
