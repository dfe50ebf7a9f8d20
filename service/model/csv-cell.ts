/**
 * A spreadsheet runs a cell that begins with one of these. One more quotation mark in front makes it text, on the way
 * out; on the way in that mark is taken off, so that a list comes back as it went. OWASP, "CSV injection".
 */
const runs = /^'*[=+\-@\t\r]/

/** A cell that no spreadsheet runs. */
export function guardCell(text: string): string {
  return runs.test(text) ? `'${text}` : text
}

/** A cell without its guard. */
export function unguardCell(text: string): string {
  return text.startsWith("'") && runs.test(text) ? text.slice(1) : text
}

/** A row of CSV (RFC 4180), each cell guarded. */
export function toCsvRow(cells: readonly string[]): string {
  return `${cells.map((cell) => quoteCell(guardCell(cell))).join(',')}\r\n`
}

function quoteCell(text: string): string {
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
