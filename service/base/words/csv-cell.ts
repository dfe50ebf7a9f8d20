/**
 * A spreadsheet runs a cell that begins with one of these as a formula, the full-width forms too, and some look past
 * blanks and characters that cannot be seen. An apostrophe in front makes it text on export; an import removes that
 * apostrophe, so that an exported list reads back unchanged. OWASP, "CSV injection".
 */
const formula = /^'*(?:[\p{Z}\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|[\t\r\n])/u
/** A telephone number, or a number: no formula, whatever it begins with. */
const number = /^[+-](?=\D*\d)[\d ()+\-/.,]+(e[+-]?\d+)?$/

/** The cell as text that no spreadsheet runs as a formula. */
export function guardCell(text: string): string {
  return formula.test(text) && !number.test(text) ? `'${text}` : text
}

/** A cell without its guard. */
export function unguardCell(text: string): string {
  return text.startsWith("'") && formula.test(text) ? text.slice(1) : text
}

interface RowOptions {
  /** Default: CR LF, as RFC 4180 has it. */
  end?: string
  /** Default: true. False for a row that is read again and goes nowhere else. */
  isGuarded?: boolean
}

/** A row of CSV (RFC 4180), each cell guarded. All CSV is written by this. */
export function toCsvRow(
  cells: readonly string[],
  { end = '\r\n', isGuarded = true }: RowOptions = {},
): string {
  const guarded = (cell: string) => (isGuarded ? guardCell(cell) : cell)
  return `${cells.map((cell) => quoteCell(guarded(cell))).join(',')}${end}`
}

function quoteCell(text: string): string {
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
