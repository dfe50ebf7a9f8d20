import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { asyncBufferFromFile, parquetMetadataAsync } from 'hyparquet'
import { fileWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer'
import { syncToDisk } from '../base/database/pglite/data-dir.ts'
import type { EventRow } from './rows.ts'

/** An event in the archive: the columns of `report.events`. */
export interface ArchivedEvent extends Omit<EventRow, 'day' | 'content' | 'at' | 'item' | 'type'> {
  record: string
  item: string
  type: string
  counted: boolean
  /** Day (UTC) on which its visit's first batch arrived, as `2026-11-20`. */
  arrived_on: string
}

const text = { type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'REQUIRED' } as const

/** Each column in Parquet's types: dates in UTC, times in milliseconds. */
const columns: Record<keyof ArchivedEvent, Omit<SchemaElement, 'name'>> = {
  organization: text,
  record: text,
  visit: text,
  seq: { type: 'INT32', repetition_type: 'REQUIRED' },
  item: text,
  type: text,
  // DuckDB and Arrow read this as a time with a time zone, as it is in `report.events`.
  happened_at: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MILLIS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
    repetition_type: 'REQUIRED',
  },
  button: { ...text, repetition_type: 'OPTIONAL' },
  ms: { type: 'INT64', repetition_type: 'OPTIONAL' },
  counted: { type: 'BOOLEAN', repetition_type: 'REQUIRED' },
  arrived_on: { type: 'INT32', converted_type: 'DATE', repetition_type: 'REQUIRED' },
}

const names = Object.keys(columns) as (keyof ArchivedEvent)[]
const schema: SchemaElement[] = [
  { name: 'root', num_children: names.length },
  ...names.map((name) => ({ name, ...columns[name] })),
]

/**
 * Writes pages of events into a file that only its user can read. It has its name once it is complete and on the disk;
 * what a run that was ended left beside it is replaced.
 */
export async function writeEventFile(path: string, pages: AsyncIterable<ArchivedEvent[]>): Promise<void> {
  const draft = `${path}.part`
  await rm(draft, { force: true })
  await open(draft, 'wx', 0o600).then((handle) => handle.close())
  const writer = new ParquetWriter({ writer: fileWriter(draft), schema, createdBy: 'Motif' })
  for await (const events of pages)
    await writer.write({
      columnData: names.map((name) => ({ name, data: events.map((event) => cellOf(name, event)) })),
      rowGroupSize: events.length,
    })
  await writer.finish()
  const handle = await open(draft, 'r+')
  await handle.sync().finally(() => handle.close())
  await rename(draft, path)
  await syncToDisk(dirname(path))
}

function cellOf(name: keyof ArchivedEvent, event: ArchivedEvent) {
  if (name === 'ms') return event.ms === null ? null : BigInt(event.ms)
  if (name === 'arrived_on') return new Date(event.arrived_on)
  return event[name]
}

/** How many events a file has, as it is read from the disk. */
export async function countArchived(path: string): Promise<number> {
  return Number((await parquetMetadataAsync(await asyncBufferFromFile(path))).num_rows)
}
