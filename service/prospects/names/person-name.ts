import { capitalize } from '../../base/words/text.ts'
import { isRoleAddress } from './mail-providers.ts'

/** Particles that stay in lower case between two names. */
const particles = new Set(
  'al bin da de del della den der di dos du el la le ter van vom von zu zum'.split(' '),
)

const word = /^\p{L}[\p{L}'’-]*$/u

/**
 * The name in the local part of an e-mail address: two to five words of letters, of which the first and the last have
 * at least two. Undefined for anything else, including functions (`sales.emea`): no name is better than a wrong one.
 *
 * @example
 * nameFromEmail('jane.m.doe+news@acme.example') // 'Jane M. Doe'
 */
export function nameFromEmail(email: string): string | undefined {
  const [local = ''] = email.slice(0, email.lastIndexOf('@')).split('+')
  const words = splitWords(local)
  const first = words[0] ?? ''
  const last = words.at(-1) ?? ''
  if (words.length < 2 || words.length > 5 || first.length < 2 || last.length < 2) return undefined
  // `la` is a particle between two names, and a function by itself.
  const names = words.filter((part, at) => at === 0 || !particles.has(part.toLowerCase()))
  if (isRoleAddress(names.join('.'))) return undefined
  if (!words.every((part) => word.test(part)) || particles.has(first.toLowerCase())) return undefined
  return [person(first), ...words.slice(1, -1).map(within), person(last)].join(' ')
}

/** Splits at dots and underscores, else at hyphens, else before a capital: `JaneDoe`. */
function splitWords(local: string): string[] {
  for (const separator of [/[._]+/, /-+/, /(?<=\p{Ll})(?=\p{Lu})/u]) {
    const words = local.split(separator).filter(Boolean)
    if (words.length > 1) return words
  }
  return [local]
}

function within(part: string): string {
  const lower = part.toLowerCase()
  if (particles.has(lower)) return lower
  return part.length === 1 ? `${part.toUpperCase()}.` : person(part)
}

/** `anne-marie` as Anne-Marie, `o'brien` as O'Brien, `mcdonald` as McDonald. */
function person(part: string): string {
  return part
    .split(/(?<=[-'’])/)
    .map((piece) =>
      capitalize(piece).replace(/^Mc(?=\p{Ll}{3})\p{Ll}/u, (mc) => `Mc${mc.slice(2).toUpperCase()}`),
    )
    .join('')
}
