import { parse } from 'tldts'

/**
 * What a text says that stands in nothing that its writer was given: an address or a number. Undefined if there is none.
 *
 * @param text without markup
 * @param given all that the writer was given, markup or not
 * @example
 * findInvented('Acme saves 40 %', 'Acme') // '40'
 */
export function findInvented(text: string, given: string): string | undefined {
  const [said, known] = [text.normalize('NFC'), given.normalize('NFC')]
  const addresses = said.split(/\s+/).map(trimmed).filter(isAddress)
  const withoutAddresses = addresses.reduce((rest, address) => rest.replace(address, ' '), said)
  return (
    addresses.find((address) => !bare(known).includes(bare(address))) ?? findNumber(withoutAddresses, known)
  )
}

function trimmed(word: string): string {
  return word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}/]+$/gu, '').replace(/['’]s$/, '')
}

/** A host alone is one if its last part is a domain of the internet, in small letters: no `Node.js`, no `ASP.NET`. */
function isAddress(word: string): boolean {
  if (/^(https?:\/\/|www\.)|^[^@]+@[^@]+\.[^@]+$/i.test(word)) return true
  return /^([\p{L}\p{N}-]+\.)+[a-z]{2,}(\/|$)/u.test(word) && parse(word).isIcann === true
}

function bare(address: string): string {
  return address
    .toLowerCase()
    .replace(/https?:\/\/|www\./g, '')
    .replace(/\/$/, '')
}

/** Digits with what stands between them: 1,000, 1.5, 29.11.2026. */
const digits = /\d+(?:[.,'’ \u00a0\u202f]\d+)*/g

/** Not `B2B` or `Q3`, nor `3D` and `5G`. */
function findNumber(text: string, known: string): string | undefined {
  const given = new Set([...known.matchAll(digits)].flatMap(([number]) => readings(number).flat()))
  const isGiven = (number: string) =>
    readings(number).some((values) => values.every((value) => given.has(value)))
  return [...text.matchAll(digits)].find(({ 0: number, index }) => {
    const isWord = /[\p{L}]$/u.test(text.slice(0, index)) || /^\d[DG](?!\p{L})/u.test(text.slice(index))
    return !isWord && !isGiven(number)
  })?.[0]
}

/** What a number may mean: each part by itself, one number in groups of three, one with decimals. */
function readings(number: string): number[][] {
  const parts = number.split(/\D/)
  const isGrouped = parts.length > 1 && parts.slice(1).every((part) => part.length === 3)
  return [
    parts.map(Number),
    ...(isGrouped ? [[Number(parts.join(''))]] : []),
    ...(parts.length > 1 ? [[Number(`${parts.slice(0, -1).join('')}.${parts.at(-1)}`)]] : []),
  ]
}
