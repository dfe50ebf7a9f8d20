import { lstatSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Logger } from 'pino'
import type { Database, OpenDatabase } from '../../base/database/database.ts'
import { ensureSetting } from '../../base/database/settings.ts'
import type { AssertMine } from '../../base/jobs/maintenance-claim.ts'
import { syncFolder } from '../../base/sync-folder.ts'
import { UserError } from '../../base/words/errors.ts'
import { newId } from '../../base/words/ids.ts'
import { shortHash } from '../../base/words/short-hash.ts'
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
 * 3. One process at a time may work on an archive: see `Maintenance.exclusively`. Another database may have the same
 * folder, and even the same organization: the names of drafts say whose they are, and a file that is not this database's stays.
 */

type Store = Pick<OpenDatabase, 'db'>

/** The database whose events are archived. */
interface Owner {
  db: Database
  /** What its drafts are called by. */
  name: string
  assertMine: AssertMine
}

async function ownerOf({ db }: Store, assertMine: AssertMine = async () => {}): Promise<Owner> {
  return { db, name: await ensureSetting(db, 'archive_drafts', newId), assertMine }
}

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
  /** Called before anything leaves the database. */
  assertMine?: AssertMine
  signal?: AbortSignal
}

/** Puts all events that arrived before a day into files, and takes them out of the database, day by day. */
export async function* archiveDays(store: Store, options: ArchiveOptions): AsyncGenerator<ArchivedDay> {
  const owner = await ownerOf(store, options.assertMine)
  const folder = resolve(options.folder)
  assertMounted(folder, await archivedFiles(store.db, { folder }))
  await makeFolder(folder)
  await settleAll(owner, folder)
  await removeDrafts(owner, folder)
  const partitions = new Set(await eventDays(store.db))
  for (const day of await daysWithRows(store.db)) {
    if (day >= options.before || !partitions.has(day)) continue
    options.signal?.throwIfAborted()
    yield await archiveDay(owner, day, folder, options.signal)
  }
}

/** The oldest of the days before `before` that still has events, else `before`. */
export async function oldestUnarchived({ db }: Store, before: string): Promise<string> {
  const [oldest = before] = await daysWithRows(db)
  return oldest < before ? oldest : before
}

const attempts = 3

/** Events that arrive meanwhile, for visits that began on that day, begin it again. */
async function archiveDay(
  owner: Owner,
  day: string,
  folder: string,
  signal: AbortSignal | undefined,
): Promise<ArchivedDay> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const drafts = await takeDay(owner, day, folder, signal)
    if (!drafts) continue
    await settleAll(owner, folder)
    const sizes = await Promise.all(
      [...drafts.keys()].map(async (organization) => (await stat(pathOf(folder, organization, day))).size),
    )
    return {
      day,
      organizations: drafts.size,
      events: [...drafts.values()].reduce((sum, { sums }) => sum + sums.events, 0),
      bytes: sizes.reduce((sum, size) => sum + size, 0),
    }
  }
  await removeDrafts(owner, folder)
  throw new UserError(`${day} was not archived: its events changed ${attempts} times meanwhile; try again`)
}

/** Moves the events of a day into drafts, and resolves to these; undefined if other events arrived meanwhile. */
async function takeDay(owner: Owner, day: string, folder: string, signal: AbortSignal | undefined) {
  const { db, assertMine } = owner
  try {
    const drafts = await writeDrafts(owner, day, folder, signal)
    const isTaken = await takeOut(db, { day, folder, assertMine }, (sums) => {
      for (const [organization, { isKnown }] of drafts) assertOwn(pathOf(folder, organization, day), isKnown)
      return isSame(drafts, sums)
    })
    return isTaken ? drafts : undefined
  } catch (error) {
    // Somebody in them may be erased before the next one. What was committed, though nobody heard of it, is not settled yet.
    await settleAll(owner, folder).then(
      () => removeDrafts(owner, folder),
      () => {},
    )
    return explainLock(error as Error)
  }
}

/**
 * Deletes this database's drafts from an archive, or those of one organization. A draft whose file is not settled has the only copy of
 * its events: it stays, by whatever path the folder is reached.
 */
async function removeDrafts(owner: Owner, folder: string, organization?: string): Promise<void> {
  const unsettled = (await archivedFiles(owner.db, {})).filter(({ settled }) => !settled)
  const needed = new Set(unsettled.map((file) => draftOf(owner, folder, file.organization, file.day)))
  for (const each of organization === undefined ? await namesIn(folder) : [folderOf(organization)])
    for (const name of await namesIn(join(folder, each))) {
      const path = join(folder, each, name)
      if (name.endsWith(`.parquet${draftEnd(owner)}`) && !needed.has(path)) await rm(path)
    }
}

/** What is no folder, or is not there, has nothing. */
const namesIn = (path: string) => readdir(path).catch(() => [])

/** SQLSTATEs: a lock was not to be had in time, or who had it waited for this one. */
const lockStates = new Set(['55P03', '40P01'])

function explainLock(error: Error & { code?: string }): never {
  if (lockStates.has(error.code ?? ''))
    throw new UserError('somebody reads the events, as a dump does; try again later')
  throw error
}

function isSame(drafts: Map<string, Draft>, sums: Map<string, EventSums>): boolean {
  const isIn = ([organization, sum]: [string, EventSums]) =>
    isSameSum(sum, drafts.get(organization)?.sums ?? noEvents)
  return sums.size === drafts.size && [...sums].every(isIn)
}

/** A draft that is complete. */
interface Draft {
  /** Of what is new in it. */
  sums: EventSums
  /** Whether it is to replace a file. */
  isKnown: boolean
}

/** Events that wait in memory, of all organizations together: some 60 MB. */
const mostWaiting = 100_000

/** Writes a draft for each organization, and reads it back. */
async function writeDrafts(
  owner: Owner,
  day: string,
  folder: string,
  signal: AbortSignal | undefined,
): Promise<Map<string, Draft>> {
  const known = new Set((await archivedFiles(owner.db, { folder })).map(keyOf))
  const isKnown = (organization: string) => known.has(keyOf({ organization, day }))
  const begun = new Map<string, { file: EventFile; before: EventSums }>()
  for await (const events of eventsOfDay(owner.db, day)) {
    signal?.throwIfAborted()
    for (const [organization, its] of Map.groupBy(events, (event) => event.organization)) {
      let draft = begun.get(organization)
      if (!draft) {
        draft = await beginDraft(owner, { folder, organization, day }, isKnown(organization))
        begun.set(organization, draft)
      }
      await draft.file.add(its)
    }
    const files = [...begun.values()].map(({ file }) => file)
    if (files.reduce((sum, { waiting }) => sum + waiting, 0) > mostWaiting)
      for (const file of files) await file.flush()
  }
  const drafts = new Map<string, Draft>()
  for (const [organization, { file, before }] of begun) {
    await file.finish()
    const all = await sumsOfFile(draftOf(owner, folder, organization, day))
    drafts.set(organization, { sums: subtract(all, before), isKnown: isKnown(organization) })
  }
  return drafts
}

type FilePlace = Pick<ArchivedFileTable, 'folder' | 'organization' | 'day'>

/** Begins a draft with what its file has already. */
async function beginDraft(owner: Owner, { folder, organization, day }: FilePlace, isKnown: boolean) {
  const path = pathOf(folder, organization, day)
  await makeFolder(join(folder, folderOf(organization)))
  assertOwn(path, isKnown)
  const file = beginEventFile(draftOf(owner, folder, organization, day))
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

/** Throws a UserError unless a file is there that this database knows, or none that it does not. */
function assertOwn(path: string, isKnown: boolean): void {
  if (isKnown && !isFile(path)) throw new UserError(goneMessage(path))
  if (!isKnown && lstatSync(path, { throwIfNoEntry: false }))
    throw new UserError(`${path} is there, and not of this database: archive into another folder`)
}

/** Throws a UserError if all files of a folder are gone: where a disk is not mounted, new ones would lie beneath it. */
function assertMounted(folder: string, files: ArchivedFileTable[]): void {
  const paths = files
    .filter(({ settled }) => settled)
    .map((file) => pathOf(folder, file.organization, file.day))
  if (paths[0] !== undefined && !paths.some(isFile)) throw new UserError(goneMessage(paths[0]))
}

const goneMessage = (path: string) => `${path} is gone: put it back, or archive into another folder`

/** A link is none: what it leads to would stay as it is if the file was replaced. */
function isFile(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() ?? false
}

/** Gives complete drafts the names of their files. */
async function settleAll(owner: Owner, folder: string): Promise<void> {
  for (const file of await archivedFiles(owner.db, { folder })) if (!file.settled) await settle(owner, file)
}

async function settle(owner: Owner, file: ArchivedFileTable): Promise<void> {
  const { folder, organization, day } = file
  const [draft, path] = [draftOf(owner, folder, organization, day), pathOf(folder, organization, day)]
  // Without a draft, it was renamed by a process that was killed before it could say so.
  if (isFile(draft)) await rename(draft, path)
  else if (!isFile(path)) throw new UserError(goneMessage(path))
  await syncFolder(join(folder, folderOf(organization)))
  await markSettled(owner.db, file, true)
}

/**
 * Takes the events of deleted records out of the archive; returns how many files were written without them. A file that
 * is not there is told in the log, and looked for again the next time. One that cannot be read or written keeps nobody in the
 * others; it makes the whole fail at the end.
 */
export async function eraseFromArchive(store: Store, log: Logger, assertMine?: AssertMine): Promise<number> {
  const owner = await ownerOf(store, assertMine)
  let rewritten = 0
  const failures: unknown[] = []
  for (const [organization, records] of await erasedRecords(owner.db)) {
    const files = await archivedFiles(owner.db, { organization })
    let left = 0
    for (const file of files)
      try {
        const outcome = await eraseFromFile(owner, file, records)
        if (outcome === 'rewritten') rewritten += 1
        if (outcome !== 'missing') continue
        left += 1
        const path = pathOf(file.folder, organization, file.day)
        log.warn({ path }, 'a file of the archive is not there: erased people cannot be taken out of it')
      } catch (error) {
        left += 1
        failures.push(error)
      }
    for (const folder of new Set(files.map((file) => file.folder)))
      await removeDrafts(owner, folder, organization)
    if (left === 0) await forgetErased(owner.db, organization, records)
  }
  if (failures.length > 0) throw failures[0]
  return rewritten
}

async function eraseFromFile(
  owner: Owner,
  file: ArchivedFileTable,
  records: ReadonlySet<string>,
): Promise<'missing' | 'rewritten' | 'without them'> {
  const { folder, organization, day } = file
  const [draft, path] = [draftOf(owner, folder, organization, day), pathOf(folder, organization, day)]
  if (!isFile(path) && (file.settled || !isFile(draft))) return 'missing'
  if (!file.settled) await settle(owner, file)
  try {
    if (!(await hasEventsOf(path, records))) return 'without them'
    await rewriteWithout(owner, file, records)
    return 'rewritten'
  } catch (error) {
    throw new UserError(`${path} still has erased people: ${(error as Error).message}`)
  }
}

async function rewriteWithout(
  owner: Owner,
  file: ArchivedFileTable,
  records: ReadonlySet<string>,
): Promise<void> {
  const { folder, organization, day } = file
  const draft = beginEventFile(draftOf(owner, folder, organization, day))
  for await (const events of readEventFile(pathOf(folder, organization, day)))
    await draft.add(events.filter(({ record }) => !records.has(record)))
  await draft.finish()
  await owner.db.transaction().execute(async (trx) => {
    await owner.assertMine(trx)
    await markSettled(trx, file, false)
  })
  await settle(owner, file)
}

function pathOf(folder: string, organization: string, day: string): string {
  return join(folder, folderOf(organization), `${day}.parquet`)
}

const draftEnd = ({ name }: Owner) => `.${name}.part`

function draftOf(owner: Owner, folder: string, organization: string, day: string): string {
  return pathOf(folder, organization, day) + draftEnd(owner)
}

/** In bytes: no file system takes more. */
const longestFolderName = 255

/** An organization may be called anything, also `..`. Of a name that is too long, its beginning and a hash, with a dot, which no other has. */
function folderOf(organization: string): string {
  const name = encodeURIComponent(organization).replaceAll('.', '%2E').replaceAll('*', '%2A')
  return name.length <= longestFolderName ? name : `${name.slice(0, 99)}.${shortHash(organization)}`
}

const keyOf = ({ organization, day }: { organization: string; day: string }) => `${day} ${organization}`

async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 }).catch((error: Error) => {
    throw new UserError(`the archive ${path} cannot be written: ${error.message}`)
  })
}
