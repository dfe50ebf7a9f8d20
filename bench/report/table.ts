import { readFile, writeFile } from 'node:fs/promises'
import type { Row } from './row.ts'

/** The rows as a table in Markdown. */
export function tableOf(rows: Row[]): string {
  const lines = rows.map(
    ({ what, toReach, motif, beside }) => `| ${what} | ${toReach} | ${motif} | ${beside} |`,
  )
  return ['| what | to reach | Motif | beside it |', '|---|---|---|---|', ...lines].join('\n')
}

const readme = new URL('../../README.md', import.meta.url)
const marker = '<!-- figures -->'

/** Puts text between the marker of the README and its next heading. */
export async function writeFigures(text: string): Promise<void> {
  const before = await readFile(readme, 'utf8')
  const from = before.indexOf(marker) + marker.length
  if (from < marker.length) throw new Error(`The README has no ${marker}.`)
  const to = before.indexOf('\n## ', from)
  await writeFile(readme, `${before.slice(0, from)}\n\n${text.trim()}\n${before.slice(to)}`)
}
