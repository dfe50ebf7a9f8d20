/**
 * Matches an escape, and what may contain other brackets and quotes: strings and comments. One that does not end
 * reaches to the end.
 */
const hiding =
  /(\\(?:[\da-f]{1,6}\s?|[^\n\r\f]))|"(?:\\[\s\S]|[^"\\\n\r\f])*("?)|'(?:\\[\s\S]|[^'\\\n\r\f])*('?)|\/\*[\s\S]*?(\*\/|$)/gi

/** Stands for an escape, which may be any letter. */
const anyLetter = '\ufffd'

/** Stands for what does not end. */
const unended = '"'

/** What does not end, or is not allowed in a selector. Inside `url(` other rules apply. */
const forbidden = /[{}"'\\]|\/\*|[u\ufffd][r\ufffd][l\ufffd]\(/i

/**
 * Whether a selector closes everything that it opens. In a rule with others, a selector that is otherwise wrong is
 * harmless (`:is` forgives it), but an open bracket, string or comment swallows what follows.
 *
 * @see https://drafts.csswg.org/css-syntax-3/#tokenization
 */
export function isClosed(selector: string): boolean {
  const bare = selector.replace(hiding, (_, escaped, ...ends) => {
    if (escaped) return anyLetter
    return ends.slice(0, 3).some(Boolean) ? ' ' : unended
  })
  return !forbidden.test(bare) && closesAll(bare)
}

const closing: Record<string, string> = { '(': ')', '[': ']' }

function closesAll(text: string): boolean {
  const open: string[] = []
  for (const [bracket] of text.matchAll(/[()[\]]/g)) {
    const closes = closing[bracket]
    if (closes) open.push(closes)
    else if (open.pop() !== bracket) return false
  }
  return open.length === 0
}
