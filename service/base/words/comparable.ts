/** A text to be compared with another: case and blanks aside. */
export function comparable(text: string): string {
  return text.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase()
}
