/** What a doctype says of the mode: standards, quirks, or something that is better not guessed. */
export type DocumentMode = 'standards' | 'quirks' | 'unknown'

/** https://html.spec.whatwg.org/#the-initial-insertion-mode: the doctypes that pages really have. */
export function modeOf(doctype: string): DocumentMode {
  const text = doctype.toLowerCase().replace(/\s+/g, ' ')
  if (/^<!doctype html ?(?:system ["']about:legacy-compat["'] ?)?>$/.test(text)) return 'standards'
  const isKnown =
    /^<!doctype html public ["']-\/\/w3c\/\/dtd (?:xhtml 1\.0 (?:strict|transitional)|xhtml 1\.1|html 4\.01)\/\/en["'] ["']http:\/\/www\.w3\.org\/[^"'<>]*["'] ?>$/
  return isKnown.test(text) ? 'standards' : 'unknown'
}
