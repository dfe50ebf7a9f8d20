/** Not the words around them: code, and what somebody chooses, writes or draws. */
const apart = /^(svg|script|style|noscript|template|textarea|select)$/

const emoji = /\p{Extended_Pictographic}/u

/** Whether an element inside a target, and all in it, stays as it is. So does one that contains nothing: an icon. */
export const isApart = (name: string): boolean => apart.test(name)

/** Whether an element goes with the words: a line break, or a picture that stands for a character, as WordPress makes of emoji. */
export const goesWithWords = (name: string, alt: string): boolean => name === 'br' || emoji.test(alt)

/** A text without blanks and case: the same for all ways to break it into lines and pieces. */
export function letters(text: string | null | undefined): string {
  return `${text ?? ''}`.replace(/\s/g, '').toLowerCase()
}

/** Whether texts say different things. Then those that nobody sees keep their own. */
export function areDifferent(owns: string[]): boolean {
  return new Set(owns.map(letters).filter(Boolean)).size > 1
}

/**
 * Decides what the texts of a target become: the first one with words gets the payload, and so do others with the same words (rolling
 * buttons); the rest is emptied, but for blanks beside icons, which separate them from the words.
 *
 * @param owns the page's own texts, in their order
 * @param hasIcons whether there are icons or pictures between them
 * @param write called for each text that does not stay, with its place
 * @returns what the target said
 */
export function decideTexts(
  owns: string[],
  payload: string,
  hasIcons: boolean,
  write: (at: number, text: string) => void,
): string {
  const first = owns.find((own) => own.trim()) ?? (owns[0] as string)
  const said = letters(first)
  const isSame = (own: string) => letters(own) === said
  const isRolling = said.length > 1 && owns.filter(isSame).length > 1
  owns.forEach((own, at) => {
    if (at === owns.indexOf(first) || (isRolling && isSame(own)))
      write(at, hasIcons || isRolling ? own.replace(/\S(.*\S)?|$/s, () => payload) : payload)
    else if (!hasIcons || own.trim()) write(at, '')
  })
  return isRolling ? first : owns.join('')
}
