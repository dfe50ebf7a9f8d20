import type { Row } from './row.ts'

/** The rows as a table in Markdown, with a column for each contender. */
export function tableOf(rows: readonly Row[]): string {
  const names = [...new Set(rows.flatMap(({ figures }) => Object.keys(figures)))]
  return tableOfCells([
    ['what', 'to reach', ...names],
    ...rows.map(({ what, toReach, figures }) => [what, toReach, ...names.map((name) => figures[name] ?? '')]),
  ])
}

/** Lines of cells as a table in Markdown; the first is the head. */
export function tableOfCells([head = [], ...lines]: string[][]): string {
  const lineOf = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [lineOf(head), `|${'---|'.repeat(head.length)}`, ...lines.map(lineOf)].join('\n')
}
