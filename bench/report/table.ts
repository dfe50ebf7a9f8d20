import type { Row } from './row.ts'

/** The rows as a table in Markdown. */
export function tableOf(rows: Row[]): string {
  const lines = rows.map(
    ({ what, toReach, motif, beside }) => `| ${what} | ${toReach} | ${motif} | ${beside} |`,
  )
  return ['| what | to reach | Motif | beside it |', '|---|---|---|---|', ...lines].join('\n')
}
