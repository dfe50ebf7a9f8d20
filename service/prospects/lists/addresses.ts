/** Whether a text looks like an e-mail address. */
export function looksLikeAddress(text: string): boolean {
  const [local, domain, ...more] = text.trim().split('@')
  return more.length === 0 && !!local && !!domain?.includes('.') && !/\s/.test(local + domain)
}

/** What stands around addresses in lists: quotation marks of all kinds, an apostrophe of Excel, and separators behind it. */
const before = ' \t\n\u00a0"\'`“”„‟«»‹›‘’‚‛('
const behind = `${before.slice(0, -1)};,.)`

/**
 * The address that a cell says: without a name in front of it, `mailto:`, quotation marks, characters without width, and what
 * separates it from a next one.
 *
 * @example
 * addressIn('Jane Doe <jane@acme.example>;') // 'jane@acme.example'
 */
export function addressIn(cell: string): string {
  const plain = within(cell.replace(/\p{Cf}/gu, ''))
  const bracket = plain.indexOf('<')
  const inside = bracket >= 0 && plain.endsWith('>') ? plain.slice(bracket + 1, -1) : plain
  return within(inside.replace(/^mailto:/i, ''))
}

/** Whether a cell has several addresses, as an address book writes them. */
export function hasSeveralAddresses(cell: string): boolean {
  return cell.split(/[\s;,|/]+/).filter((piece) => looksLikeAddress(addressIn(piece))).length > 1
}

function within(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && before.includes(text.charAt(start))) start += 1
  while (end > start && behind.includes(text.charAt(end - 1))) end -= 1
  return text.slice(start, end)
}
