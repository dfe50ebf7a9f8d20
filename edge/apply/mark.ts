import { doneMark, ownMark } from '../../wire/done.ts'
import { type ContentType, isAllowedIn, slots } from '../../wire/targets.ts'
import { isCleanHtml } from './clean-html.ts'

/** A changed part of an element, with what the page's own server sent there, as it is in the bytes. */
export interface ChangedPart {
  name: string
  /** Without quotes. `undefined`: the server sent none. */
  own: string | undefined
}

/** The longest original that a mark keeps, in characters. Longer ones are left to the browser. */
const maxOriginalLength = 65_536

/**
 * The attributes that tell the script in the page what was changed (see wire/done.ts). `undefined` if the script could not
 * restore exactly what the page's own server sent.
 *
 * @param element the element's name
 * @param base the page's base URL
 */
export function marksOf(
  parts: ChangedPart[],
  { pattern, element, base }: { pattern: string; element: string; base: string },
): string | undefined {
  if (!parts.every((part) => canBeGivenBack(part, element, base))) return undefined
  const owns = parts.flatMap(({ name, own }) =>
    own === undefined ? [] : [` ${ownMark(name)}="${quoted(name, own)}"`],
  )
  return ` ${doneMark}="${[pattern, ...parts.map(({ name }) => name)].join(' ')}"${owns.join('')}`
}

/**
 * A character reference that is decoded the same way in a text and in an attribute, or a mere `&`. `&notit;` is not: in a text it is
 * `¬it;`.
 * https://html.spec.whatwg.org/#named-character-reference-state
 */
const reference =
  /&(?:(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|amp|lt|gt|quot|apos|nbsp|shy|zwn?j|ensp|emsp|[mn]dash|hellip|bull|middot|[lr](?:squo|dquo|aquo|saquo|arr)|bdquo|sbquo|copy|reg|trade|euro|pound|yen|cent|sect|para|deg|times|divide|plusmn|frac(?:12|14|34)|sup[123]|ordf|ordm|iexcl|iquest|check|star|hearts|[aeiouyAEIOUY](?:acute|grave|circ|uml)|[anoANO]tilde|[aA]ring|[oO]slash|[cC]cedil|szlig|aelig|AElig|oelig|OElig|[sS]caron);|(?![#\dA-Za-z]))/g

function canBeGivenBack({ name, own = '' }: ChangedPart, element: string, base: string): boolean {
  const plain = own.replaceAll('\r\n', '\n').replace(reference, '-')
  if (own.length > maxOriginalLength) return false
  if (name === 'src' && element !== 'img') return false
  if (!isAllowedIn(slots[name as ContentType], own.replaceAll('&amp;', '&'), element, base)) return false
  if (name === 'html') return !plain.trim() || isCleanHtml(plain, base)
  if (name !== 'text') return true
  return !plain.includes('&') && !(/^(?:pre|listing)$/.test(element) && /^[\r\n]/.test(own))
}

const quoted = (name: string, own: string) =>
  (name === 'html' ? own.replaceAll('&', '&amp;') : own).replaceAll('"', '&quot;')
