import { readFile, writeFile } from 'node:fs/promises'
import type { describeMachine } from './machine.ts'
import type { PartResult } from './row.ts'

/** A part in `results.json`: its figures, and when and under what load they were measured. */
export interface Kept extends PartResult {
  date: string
  command: string
  machine: ReturnType<typeof describeMachine>
  /** The load average when the part began. */
  loadBefore: number
}

const file = new URL('../results.json', import.meta.url)

/** Reads the last figures, by part; empty if there are none. */
export async function readKept(): Promise<Record<string, Kept>> {
  const text = await readFile(file, 'utf8').catch(() => '{}')
  return JSON.parse(text) as Record<string, Kept>
}

/** Writes the figures of all parts. */
export async function keepResults(results: Record<string, Kept>): Promise<void> {
  await writeFile(file, `${JSON.stringify(results, undefined, 2)}\n`)
}
