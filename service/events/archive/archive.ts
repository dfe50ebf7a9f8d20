import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Logger } from 'pino'
import type { OpenDatabase } from '../../base/database/database.ts'
import { syncFolder } from '../../base/sync-folder.ts'
import { UserError } from '../../base/words/errors.ts'
import { daysWithRows, eventDays } from '../event-days-sql.ts'
import {
  addSums,
  beginEventFile,
  type EventFile,
  type EventSums,
  hasEventsOf,
  isSameSum,
  noEvents,
  readEventFile,
  sumsOfFile,
} from './event-file.ts'
import {
  type ArchivedFileTable,
  archivedFiles,
  erasedRecords,
  eventsOfDay,
  forgetErased,
  knownOrganizations,
  markSettled,
  takeOut,
} from './sql.ts'

/**
 * The archive: days of events as Parquet files, `FOLDER/ORGANIZATION/2026-11-20.parquet`, with the columns of
 * `report.events`. An event is in the database or in a settled file, and never in both:
 *
 * 1. A draft beside each file gets the day's events, behind those that the file has already.
 * 2. The drafts are read back. In one transaction that keeps writers out, their sums are compared with the database's,
 *    the files are noted as not settled, and the events leave the database.
 * 3. Each draft takes the file's place, and the file is noted as settled.
 *
 * A process that is killed before the commit leaves drafts, which the next one deletes; after it, the next one does step
 * 3. One process at a time may work on an archive: see `Maintenance.exclusively`.
 */

type Store = Pick<OpenDatabase, 'db' | 'kind'>

/** A day that went into the archive. */
export interface ArchivedDay {
  day: string
  organizations: number
  /** How many events left the database. */
  events: number
  /** Size of the day's files. */
  bytes: number
}

interface ArchiveOptions {
  /** Archives days before this one, `2026-11-20`. */
  before: string
  folder: string
  signal?: AbortSignal
}

/** Puts all events that arrived before a day into files, and takes them out of the database, day by day. */
export async function* archiveDays(store: Store, options: ArchiveOptions): AsyncGenerator<ArchivedDay> {
  const folder = resolve(options.folder)
  await makeFolder(folder)
  await settleAll(store, folder)
  await removeDrafts(store, folder)
  const partitions = new Set(await eventDays(store.db))
  for (const day of await daysWithRows(store.db)) {
    if (day >= options.before || !partitions.has(day)) continue
    options.signal?.throwIfAborted()
    yield await archiveDay(store, day, folder, options.signal)
  }
}

/** The oldest of the days before `before` that still has events, else `before`. */
export async function oldestUnarchived({ db }: Pick<Store, 'db'>, before: string): Promise<string> {
  const [oldest = before] = await daysWithRows(db)
  return oldest < before ? oldest : before
}

const attempts = 3

/** Events that arrive meanwhile, for visits that began on that day, begin it again. */
async function archiveDay(
  store: Store,
  day: string,
  folder: string,
  signal: AbortSignal | undefined,
): Promise<ArchivedDay> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const drafts = await takeDay(store, day, folder, signal)
    if (!drafts) continue
    await settleAll(store, folder)
    const sizes = await Promise.all(
      [...drafts.keys()].map(async (organization) => (await stat(pathOf(folder, organization, day))).size),
    )
    return {
      day,
      organizations: drafts.size,
      events: [...drafts.values()].reduce((sum, { events }) => sum + events, 0),
      bytes: sizes.reduce((sum, size) => sum + size, 0),
    }
  }
  await removeDrafts(store, folder)
  throw new UserError(`${day} was not archived: its events changed ${attempts} times meanwhile; try again`)
}

/** Moves the events of a day into drafts, and resolves to their sums; undefined if others arrived meanwhile. */
async function takeDay(store: Store, day: string, folder: string, signal: AbortSignal | undefined) {
  try {
    const drafts = await writeDrafts(store, day, folder, signal)
    const isTaken = await takeOut(store.db, { day, folder }, (sums) => isSame(drafts, sums))
    return isTaken ? drafts : undefined
  } catch (error) {
    // Somebody in them may be erased before the next one. What was committed, though nobody heard of it, is not settled yet.
    await settleAll(store, folder).then(
      () => removeDrafts(store, folder),
      () => {},
    )
    return explainLock(error as Error)
  }
}

/**
 * Deletes the drafts of this database's organizations, or of one, from an archive. A draft whose file is not settled has the only copy of
 * its events: it stays, by whatever path the folder is reached.
 */
async function removeDrafts({ db }: Store, folder: string, organization?: string): Promise<void> {
  const unsettled = (await archivedFiles(db, {})).filter(({ settled }) => !settled)
  const needed = new Set(unsettled.map((file) => draftOf(folder, file.organization, file.day)))
  for (const each of organization === undefined ? await knownOrganizations(db) : [organization]) {
    const itsFolder = join(folder, folderOf(each))
    // What is no folder, or is not there, has none.
    for (const name of await readdir(itsFolder).catch(() => [])) {
      const path = join(itsFolder, name)
      if (name.endsWith(`.parquet${draftEnd}`) && !needed.has(path)) await rm(path)
    }
  }
}

function explainLock(error: Error & { code?: string }): never {
  if (error.code === '55P03')
    throw new UserError('somebody reads the events, as a dump does; try again later')
  throw error
}

function isSame(drafts: Map<string, EventSums>, sums: Map<string, EventSums>): boolean {
  const isIn = ([organization, sum]: [string, EventSums]) =>
    isSameSum(sum, drafts.get(organization) ?? noEvents)
  return sums.size === drafts.size && [...sums].every(isIn)
}

/** Events that wait in memory, of all organizations together: some 60 MB. */
const mostWaiting = 100_000

/** Writes a draft for each organization, reads it back, and resolves to the sums of what is new in it. */
async function writeDrafts(
  { db }: Store,
  day: string,
  folder: string,
  signal: AbortSignal | undefined,
): Promise<Map<string, EventSums>> {
  const known = new Set((await archivedFiles(db, { folder })).map(keyOf))
  const drafts = new Map<string, { file: EventFile; before: EventSums }>()
  for await (const events of eventsOfDay(db, day)) {
    signal?.throwIfAborted()
    for (const [organization, its] of Map.groupBy(events, (event) => event.organization)) {
      let draft = drafts.get(organization)
      if (!draft) {
        draft = await beginDraft(folder, organization, day, known.has(keyOf({ organization, day })))
        drafts.set(organization, draft)
      }
      await draft.file.add(its)
    }
    const files = [...drafts.values()].map(({ file }) => file)
    if (files.reduce((sum, { waiting }) => sum + waiting, 0) > mostWaiting)
      for (const file of files) await file.flush()
  }
  const sums = new Map<string, EventSums>()
  for (const [organization, { file, before }] of drafts) {
    await file.finish()
    const all = await sumsOfFile(draftOf(folder, organization, day))
    sums.set(organization, subtract(all, before))
  }
  return sums
}

/** Begins a draft with what its file has already. */
async function beginDraft(folder: string, organization: string, day: string, isKnown: boolean) {
  const path = pathOf(folder, organization, day)
  await makeFolder(join(folder, folderOf(organization)))
  if (existsSync(path) !== isKnown) {
    throw new UserError(
      isKnown
        ? `${path} is gone: put it back, or archive into another folder`
        : `${path} is there, and not of this database: archive into another folder`,
    )
  }
  const file = beginEventFile(draftOf(folder, organization, day))
  let before = noEvents
  if (isKnown) {
    before = await sumsOfFile(path)
    for await (const events of readEventFile(path)) await file.add(events)
  }
  return { file, before }
}

function subtract(all: EventSums, before: EventSums): EventSums {
  const less = { events: -before.events, seq: -before.seq, ms: -before.ms, times: -before.times }
  return addSums(all, less)
}

/** Gives complete drafts the names of their files. */
async function settleAll(store: Store, folder: string): Promise<void> {
  for (const file of await archivedFiles(store.db, { folder })) if (!file.settled) await settle(store, file)
}

async function settle({ db }: Store, file: ArchivedFileTable): Promise<void> {
  const { folder, organization, day } = file
  const draft = draftOf(folder, organization, day)
  // Without a draft, it was renamed by a process that was killed before it could say so.
  if (existsSync(draft)) await rename(draft, pathOf(folder, organization, day))
  await syncFolder(join(folder, folderOf(organization)))
  await markSettled(db, file, true)
}

/**
 * Takes the events of deleted records out of the archive; returns how many files were written without them. A file that
 * is not there is told in the log, and looked for again the next time.
 */
export async function eraseFromArchive(store: Store, log: Logger): Promise<number> {
  let rewritten = 0
  for (const [organization, records] of await erasedRecords(store.db)) {
    let missing = 0
    const files = await archivedFiles(store.db, { organization })
    for (const file of files) if (!file.settled) await settle(store, file)
    for (const folder of new Set(files.map((file) => file.folder)))
      await removeDrafts(store, folder, organization)
    for (const file of files) {
      const path = pathOf(file.folder, organization, file.day)
      if (!existsSync(path)) {
        missing += 1
        log.warn({ path }, 'a file of the archive is not there: erased people cannot be taken out of it')
      } else if (await hasEventsOf(path, records)) {
        await rewriteWithout(store, file, records)
        rewritten += 1
      }
    }
    if (missing === 0) await forgetErased(store.db, organization, records)
  }
  return rewritten
}

async function rewriteWithout(
  store: Store,
  file: ArchivedFileTable,
  records: ReadonlySet<string>,
): Promise<void> {
  const { folder, organization, day } = file
  const draft = beginEventFile(draftOf(folder, organization, day))
  for await (const events of readEventFile(pathOf(folder, organization, day)))
    await draft.add(events.filter(({ record }) => !records.has(record)))
  await draft.finish()
  await markSettled(store.db, file, false)
  await settle(store, file)
}

function pathOf(folder: string, organization: string, day: string): string {
  return join(folder, folderOf(organization), `${day}.parquet`)
}

const draftEnd = '.part'

function draftOf(folder: string, organization: string, day: string): string {
  return pathOf(folder, organization, day) + draftEnd
}

/** An organization may be called anything, also `..`. */
function folderOf(organization: string): string {
  return encodeURIComponent(organization).replaceAll('.', '%2E').replaceAll('*', '%2A')
}

const keyOf = ({ organization, day }: { organization: string; day: string }) => `${day} ${organization}`

async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 }).catch((error: Error) => {
    throw new UserError(`the archive ${path} cannot be written: ${error.message}`)
  })
}
