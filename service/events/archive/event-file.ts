import { closeSync, openSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet'
import { type ColumnSource, fileWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer'

/** An event in the archive: the columns of `report.events`. */
export interface ArchivedEvent {
  organization: string
  /** Id of the content record. */
  record: string
  visit: string
  seq: number
  /** Id of the analytics item. */
  item: string
  type: string
  happened_at: Date
  /** Of a click. */
  button: string | null
  /** Of a duration: its length. */
  ms: number | null
  /** False for the visit of a robot or a test prospect. */
  counted: boolean
  /** Day (UTC) on which its visit's first batch arrived, as `2026-11-20`. */
  arrived_on: string
}

/** What is compared before events leave the database: how many they are, and sums over them. */
export interface EventSums {
  events: number
  /** Of their numbers. */
  seq: bigint
  /** Of the lengths of durations. */
  ms: bigint
  /** Of their times in milliseconds since 1970. */
  times: bigint
}

/** Sums of no events. */
export const noEvents: EventSums = { events: 0, seq: 0n, ms: 0n, times: 0n }

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

/** How many events are encoded at once, in some 30 ms. */
const groupSize = 10_000

/** A Parquet file that is being written. */
export interface EventFile {
  /** Adds events. Others get their turn between two groups. */
  add(events: readonly ArchivedEvent[]): Promise<void>
  /** How many events wait in memory to be a group. */
  readonly waiting: number
  /** Writes what waits, as a smaller group. */
  flush(): Promise<void>
  /** Ends the file. It is on the disk when this resolves. */
  finish(): Promise<void>
}

/** Begins a file that only its user can read. What is there is replaced; a link is not followed. */
export function beginEventFile(path: string): EventFile {
  rmSync(path, { force: true })
  closeSync(openSync(path, 'wx', 0o600))
  const writer = new ParquetWriter({ writer: fileWriter(path), schema, createdBy: 'Motif' })
  let waiting: ArchivedEvent[] = []

  async function write(events: ArchivedEvent[]): Promise<void> {
    if (events.length === 0) return
    await writer.write({ columnData: names.map((name) => columnOf(name, events)), rowGroupSize: groupSize })
    await nextTurn()
  }

  async function flush(): Promise<void> {
    await write(waiting)
    waiting = []
  }

  return {
    flush,
    get waiting() {
      return waiting.length
    },
    async add(events) {
      for (const event of events) waiting.push(event)
      while (waiting.length >= groupSize) {
        const group = waiting.slice(0, groupSize)
        waiting = waiting.slice(groupSize)
        await write(group)
      }
    },
    async finish() {
      await flush()
      await writer.finish()
      const handle = await open(path, 'r+')
      await handle.sync().finally(() => handle.close())
    },
  }
}

function columnOf(name: keyof ArchivedEvent, events: ArchivedEvent[]): ColumnSource {
  if (name === 'ms') return { name, data: events.map(({ ms }) => (ms === null ? null : BigInt(ms))) }
  if (name === 'arrived_on') return { name, data: events.map((event) => new Date(event.arrived_on)) }
  return { name, data: events.map((event) => event[name]) }
}

/** The events of a file, a group at a time. */
export async function* readEventFile(path: string): AsyncGenerator<ArchivedEvent[]> {
  for await (const group of groupsOf(path)) {
    const rows = await group()
    yield rows.map((row) => ({
      ...(row as unknown as ArchivedEvent),
      ms: row.ms === null || row.ms === undefined ? null : Number(row.ms),
      button: (row.button as string | undefined) ?? null,
      arrived_on: (row.arrived_on as Date).toISOString().slice(0, 10),
    }))
  }
}

/** Whether a file has events of one of these records. */
export async function hasEventsOf(path: string, records: ReadonlySet<string>): Promise<boolean> {
  for await (const group of groupsOf(path))
    if ((await group(['record'])).some(({ record }) => records.has(record as string))) return true
  return false
}

async function* groupsOf(
  path: string,
): AsyncGenerator<(columns?: string[]) => Promise<Record<string, unknown>[]>> {
  const file = await asyncBufferFromFile(path)
  const metadata = await parquetMetadataAsync(file)
  let rowStart = 0
  for (const { num_rows } of metadata.row_groups) {
    const rowEnd = rowStart + Number(num_rows)
    const range = { file, metadata, rowStart, rowEnd }
    yield (wanted) => parquetReadObjects({ ...range, ...(wanted && { columns: wanted }) })
    await nextTurn()
    rowStart = rowEnd
  }
}

/** Reads a file from the disk and adds up its events. */
export async function sumsOfFile(path: string): Promise<EventSums> {
  let sums = noEvents
  for await (const events of readEventFile(path)) sums = addSums(sums, sumsOf(events))
  return sums
}

function sumsOf(events: readonly ArchivedEvent[]): EventSums {
  let [seq, ms, times] = [0, 0, 0n]
  for (const event of events) {
    seq += event.seq
    ms += event.ms ?? 0
    times += BigInt(event.happened_at.getTime())
  }
  return { events: events.length, seq: BigInt(seq), ms: BigInt(ms), times }
}

/** The sums of both. */
export function addSums(one: EventSums, other: EventSums): EventSums {
  return {
    events: one.events + other.events,
    seq: one.seq + other.seq,
    ms: one.ms + other.ms,
    times: one.times + other.times,
  }
}

/** Whether two sums are the same. */
export function isSameSum(one: EventSums, other: EventSums): boolean {
  return (
    one.events === other.events && one.seq === other.seq && one.ms === other.ms && one.times === other.times
  )
}
