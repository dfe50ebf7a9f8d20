import type { ListColumn } from '../model/listed-columns.ts'

/** Stands between a title and its number where a list has the title more than once; no title has it. */
const mark = '\u001f'

/** What tells the columns of a list apart, also from those of the lists before: titles, numbered where they repeat. */
export function labelsOf(columns: readonly ListColumn[]): string[] {
  const seen = new Map<string, number>()
  return columns.map(({ title }) => {
    const plain = title.replaceAll(mark, ' ').replaceAll('\0', '')
    const number = (seen.get(plain) ?? 0) + 1
    seen.set(plain, number)
    return number === 1 ? plain : `${plain}${mark}${number}`
  })
}

/** The title of a label, as it came. */
export function titleOfLabel(label: string): string {
  return label.split(mark)[0] ?? ''
}
