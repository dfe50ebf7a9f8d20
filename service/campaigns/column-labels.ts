import type { ListColumn } from './listed-columns.ts'

/** Separates a title from its number where a list repeats the title; no title contains it. */
const mark = '\u001f'

/**
 * Unique labels for the columns of a list, which also match those of earlier lists: titles, numbered where they repeat.
 */
export function labelsOf(columns: readonly ListColumn[]): string[] {
  const seen = new Map<string, number>()
  return columns.map(({ title }) => {
    const plain = title.replaceAll(mark, ' ').replaceAll('\0', '')
    const number = (seen.get(plain) ?? 0) + 1
    seen.set(plain, number)
    return number === 1 ? plain : `${plain}${mark}${number}`
  })
}

/** The title of a label. */
export function titleOfLabel(label: string): string {
  return label.split(mark)[0] ?? ''
}
