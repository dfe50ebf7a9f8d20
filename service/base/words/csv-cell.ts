/**
 * A spreadsheet runs a cell that begins with one of these as a formula, the full-width forms too, and some look past
 * blanks and characters that cannot be seen. An apostrophe in front makes it text on export; an import removes that
 * apostrophe, so that an exported list reads back unchanged. OWASP, "CSV injection".
 */
const formula = /^'*(?:[\p{Z}\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|[\t\r\n])/u

/** The cell as text that no spreadsheet runs as a formula. */
export function guardCell(text: string): string {
  return formula.test(text) ? `'${text}` : text
}

/** A cell without its guard. */
export function unguardCell(text: string): string {
  return text.startsWith("'") && formula.test(text) ? text.slice(1) : text
}

/** A row of CSV (RFC 4180), each cell guarded. */
export function toCsvRow(cells: readonly string[]): string {
  return `${cells.map((cell) => quoteCell(guardCell(cell))).join(',')}\r\n`
}

function quoteCell(text: string): string {
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
