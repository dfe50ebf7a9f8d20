/** What may hold brackets and quotes that are none. */
const stringOrComment = /"(?:\\[\s\S]|[^"\\\n\r\f])*"|'(?:\\[\s\S]|[^'\\\n\r\f])*'|\/\*[\s\S]*?\*\//
const escapeSequence = /\\(?:[\da-f]{1,6}\s?|[^\n\r\f])/i
const hiding = new RegExp(`(${escapeSequence.source})|${stringOrComment.source}`, 'gi')

/** Stands for an escape, which may be any letter. */
const anyLetter = '\ufffd'

/** What does not end, or has no place in a selector: between `url(` and its bracket nothing is what it is elsewhere. */
const never = /[{}"'\\]|\/\*|[u\ufffd][r\ufffd][l\ufffd]\(/i

/** A pair of brackets with none in it. */
const innermostPair = /\([^()[\]]*\)|\[[^()[\]]*\]/g

/**
 * Whether all that a selector opens ends in it. Beside others in one rule a selector that is wrong otherwise harms
 * none (`:is` forgives it), but one that leaves a bracket, a string or a comment open takes along what follows.
 *
 * @see https://drafts.csswg.org/css-syntax-3/#tokenization
 */
export function isClosed(selector: string): boolean {
  const bare = selector.replace(hiding, (_, escaped) => (escaped ? anyLetter : ' '))
  return !never.test(bare) && !/[()[\]]/.test(withoutPairs(bare))
}

function withoutPairs(text: string): string {
  const outer = text.replace(innermostPair, '')
  return outer === text ? text : withoutPairs(outer)
}
