/** The mode that a doctype sets. `unknown` for doctypes that are not worth guessing. */
type DocumentMode = 'standards' | 'quirks' | 'unknown'

/** The mode of the doctypes that real pages have. https://html.spec.whatwg.org/#the-initial-insertion-mode */
export function modeOf(doctype: string): DocumentMode {
  const text = doctype.toLowerCase().replace(/\s+/g, ' ')
  if (/^<!doctype html ?(?:system ["']about:legacy-compat["'] ?)?>$/.test(text)) return 'standards'
  const isKnown =
    /^<!doctype html public ["']-\/\/w3c\/\/dtd (?:xhtml 1\.0 (?:strict|transitional)|xhtml 1\.1|html 4\.01)\/\/en["'] ["']http:\/\/www\.w3\.org\/[^"'<>]*["'] ?>$/
  return isKnown.test(text) ? 'standards' : 'unknown'
}
