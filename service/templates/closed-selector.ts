/** An escape, and what may hold brackets and quotes that are none; one that does not end reaches to the selector's end. */
const hiding =
  /(\\(?:[\da-f]{1,6}\s?|[^\n\r\f]))|"(?:\\[\s\S]|[^"\\\n\r\f])*("?)|'(?:\\[\s\S]|[^'\\\n\r\f])*('?)|\/\*[\s\S]*?(\*\/|$)/gi

/** Stands for an escape, which may be any letter. */
const anyLetter = '\ufffd'

/** Stands for what does not end. */
const unended = '"'

/** What does not end, or has no place in a selector: between `url(` and its bracket nothing is what it is elsewhere. */
const never = /[{}"'\\]|\/\*|[u\ufffd][r\ufffd][l\ufffd]\(/i

/**
 * Whether all that a selector opens ends in it. Beside others in one rule a selector that is wrong otherwise harms
 * none (`:is` forgives it), but one that leaves a bracket, a string or a comment open takes along what follows.
 *
 * @see https://drafts.csswg.org/css-syntax-3/#tokenization
 */
export function isClosed(selector: string): boolean {
  const bare = selector.replace(hiding, (_, escaped, ...ends) => {
    if (escaped) return anyLetter
    return ends.slice(0, 3).some(Boolean) ? ' ' : unended
  })
  return !never.test(bare) && closesAll(bare)
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
