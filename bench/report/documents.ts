import { readFile, writeFile } from 'node:fs/promises'
import { parts } from '../parts.ts'
import { decidingTable } from './deciding.ts'
import type { Kept } from './kept.ts'
import { tableOf } from './table.ts'

const marker = '<!-- figures -->'

/** A load above this is noted with the figures. It is not lower, because a part begins right after another one. */
const quietLoad = 3

/** Writes all figures into `docs/figures.md`, and the ten that matter most into the README. */
export async function writeDocuments(results: Record<string, Kept>): Promise<void> {
  await writeBehindMarker('docs/figures.md', allFigures(results))
  await writeBehindMarker('README.md', decidingTable(results))
}

function allFigures(results: Record<string, Kept>): string {
  return Object.entries(parts)
    .flatMap(([name, { title }]) => (results[name] ? [sectionOf(title, results[name])] : []))
    .join('\n\n')
}

function sectionOf(title: string, { rows, notes, ...about }: Kept): string {
  const lines = [
    `### ${title}`,
    measuredWhen(about),
    tableOf(rows),
    notes.map((note) => `- ${note}`).join('\n'),
  ]
  return lines.filter(Boolean).join('\n\n')
}

function measuredWhen({
  command,
  date,
  machine,
  loadBefore,
}: Omit<Kept, 'rows' | 'notes' | 'measured'>): string {
  const { cores, processor, memoryGb, versions } = machine
  const node = `Node.js ${versions.node.slice(1)}`
  const where = `${cores} cores (${processor}, ${memoryGb} GB), ${node}, ${versions.chromium}`
  const measured = `\`${command}\`, ${date.slice(0, 10)}, on ${where}, load ${loadBefore.toFixed(1)} as it began.`
  return loadBefore > quietLoad ? `${measured} ${busyWarning}` : measured
}

const busyWarning =
  '**The machine was busy with other work**, so times are longer and rates lower than a quiet machine gives.'

/** Replaces the text between a document's marker and its next `##` heading, or its end. */
async function writeBehindMarker(path: string, text: string): Promise<void> {
  const file = new URL(`../../${path}`, import.meta.url)
  const before = await readFile(file, 'utf8')
  const from = before.indexOf(marker) + marker.length
  if (from < marker.length) throw new Error(`${path} has no ${marker}.`)
  const next = before.indexOf('\n## ', from)
  const after = next < 0 ? '' : before.slice(next)
  await writeFile(file, `${before.slice(0, from)}\n\n${text.trim()}\n${after}`)
}
