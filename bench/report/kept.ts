import { readFile, writeFile } from 'node:fs/promises'
import type { describeMachine } from './machine.ts'
import type { PartResult } from './row.ts'

/** What `results.json` holds of a part: its figures, with when and under what load they were measured. */
export interface Kept extends PartResult {
  date: string
  command: string
  machine: ReturnType<typeof describeMachine>
  /** Of the minute before the part began, when no load was its own. */
  loadBefore: number
}

const file = new URL('../results.json', import.meta.url)

/** The figures of the last time, by part; none before the first. */
export async function readKept(): Promise<Record<string, Kept>> {
  const text = await readFile(file, 'utf8').catch(() => '{}')
  return JSON.parse(text) as Record<string, Kept>
}

/** Keeps the figures of all parts. */
export async function keepResults(results: Record<string, Kept>): Promise<void> {
  await writeFile(file, `${JSON.stringify(results, undefined, 2)}\n`)
}
