import { posix } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { crc32 } from 'node:zlib'
import { type Entry, fromFdPromise, type ZipFile } from 'yauzl'
import { DomainError } from '../../../base/words/errors.ts'
import { damaged, readXml } from './read-xml.ts'

/** The parts of a workbook, which is a zip (ECMA-376 part 2). */
export interface WorkbookParts {
  /** The first sheet that is shown. */
  sheet: { name: string; path: string }
  /** Where the texts are that cells share. */
  sharedStrings: string | undefined
  styles: string | undefined
  /** Whether days are counted from 1904 on. */
  from1904: boolean
  /** The bytes of a part, as they are unpacked. A part that is not as it says of itself fails. */
  open(path: string): Promise<Readable>
}

/** More files than any workbook has, pictures and all. */
const mostFiles = 20_000
/** Of one part, unpacked: far more than 200,000 lines take. A zip of 64 MiB could hold 64 GiB. */
const largestPart = 1024 * 1024 * 1024
/** Of what is kept in memory, such as the formats of cells. */
const largestSmallPart = 16 * 1024 * 1024

/** Opens a workbook. Throws `invalid-field` for a zip that is none, is damaged or has a password. */
export async function openParts(fd: number): Promise<WorkbookParts> {
  const zip = await fromFdPromise(fd, { autoClose: false }).catch(throwDamaged)
  if (zip.entryCount > mostFiles) throw damaged()
  const entries = await listEntries(zip)
  const opened = (path: string) => {
    const entry = entries.get(path.toLowerCase())
    return entry ? openEntry(zip, entry) : undefined
  }
  const rootLinks = await readLinks(opened, '')
  const path = linkTo(rootLinks, 'officeDocument')?.target ?? 'xl/workbook.xml'
  if (!path.endsWith('.xml') || !entries.has(path.toLowerCase()))
    throw saveAsCsv(await otherKind(entries, await opened('mimetype')))
  const links = await readLinks(opened, path)
  const { sheets, from1904 } = await readWorkbook((await opened(path)) as Readable)
  const worksheets = sheets.flatMap(({ name, link, isHidden }) => {
    const { target, type } = links.get(link) ?? {}
    return target && type === 'worksheet' && entries.has(target.toLowerCase())
      ? [{ name, path: target, isHidden }]
      : []
  })
  const shown = worksheets.filter(({ isHidden }) => !isHidden)
  const sheet = shown.find(({ name }, at) => at === shown.length - 1 || !isSummary(name)) ?? worksheets[0]
  if (!sheet) throw damaged()
  return {
    sheet,
    sharedStrings: linkTo(links, 'sharedStrings')?.target,
    styles: linkTo(links, 'styles')?.target,
    from1904,
    async open(part) {
      const stream = await opened(part)
      if (!stream) throw damaged()
      return stream
    },
  }
}

/** Numbers puts a sheet in front that lists its tables: `Export Summary`, named in the language of the Macintosh. */
const isSummary = (name: string) =>
  /export|esport/i.test(name) &&
  /summary|zusammenfassung|übersicht|récapitulatif|résumé|resumen|riepilogo|resumo|overzicht/i.test(
    name.normalize('NFC'),
  )

async function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>()
  try {
    for await (const entry of zip.eachEntry()) {
      const name = entry.fileName.toLowerCase()
      // Two files of one name are what two readers would read differently.
      if (entries.has(name)) throw damaged()
      entries.set(name, entry)
    }
  } catch {
    throw damaged()
  }
  return entries
}

async function openEntry(zip: ZipFile, entry: Entry): Promise<Readable> {
  if (entry.isEncrypted()) throw hasPassword()
  if (entry.uncompressedSize > largestPart)
    throw new DomainError(
      'too-large',
      'The workbook (.xlsx) has more than 1 GiB in it once it is unpacked: save the list alone, as CSV (UTF-8).',
    )
  const stream = await zip.openReadStreamPromise(entry).catch(throwDamaged)
  const checked = checkedBytes(entry.crc32)
  stream.once('error', () => checked.destroy(damaged()))
  return stream.pipe(checked)
}

/** Passes bytes on, and fails at their end if they are not those that were packed. */
function checkedBytes(expected: number): Transform {
  let sum = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sum = crc32(chunk, sum)
      done(null, chunk)
    },
    flush: (done) => done(sum === expected ? null : damaged()),
  })
}

/** What one part says of others: by its id, the path and the last word of the type. */
type Links = ReadonlyMap<string, { target: string; type: string }>

async function readLinks(open: (path: string) => Promise<Readable> | undefined, of: string): Promise<Links> {
  const folder = posix.dirname(of)
  const links = new Map<string, { target: string; type: string }>()
  const stream = await open(posix.join(folder, '_rels', `${posix.basename(of)}.rels`))
  if (!stream) return links
  await readXml(bounded(stream), {
    open(name, { Id, Target, Type }) {
      if (name !== 'Relationship' || !Id || !Target || !Type) return
      const target = Target.startsWith('/') ? Target.slice(1) : posix.join(folder, Target)
      links.set(Id, { target, type: Type.slice(Type.lastIndexOf('/') + 1) })
    },
  })
  return links
}

function linkTo(links: Links, type: string) {
  return [...links.values()].find((link) => link.type === type)
}

async function readWorkbook(stream: Readable) {
  const sheets: { name: string; link: string; isHidden: boolean }[] = []
  let from1904 = false
  await readXml(bounded(stream), {
    open(element, attributes) {
      if (element === 'workbookPr') from1904 = /^(1|true)$/.test(attributes.date1904 ?? '')
      if (element !== 'sheet') return
      const link = Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1] ?? ''
      const isHidden = /hidden/i.test(attributes.state ?? '')
      sheets.push({ name: attributes.name ?? '', link, isHidden })
    },
  })
  return { sheets, from1904 }
}

/** Passes on what is small enough to be kept. */
export function bounded(stream: Readable): Readable {
  let bytes = 0
  const transform = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      done(bytes > largestSmallPart ? damaged() : null, chunk)
    },
  })
  stream.once('error', (error) => transform.destroy(error))
  return stream.pipe(transform)
}

function throwDamaged(): never {
  throw damaged()
}

/** Why a workbook with a password is refused. */
export function hasPassword(): DomainError {
  return new DomainError(
    'invalid-field',
    'The workbook (.xlsx) has a password: save it without one, or save the list as CSV (UTF-8).',
  )
}

/** What a zip is that is no workbook. */
async function otherKind(entries: ReadonlyMap<string, Entry>, mimetype: Readable | undefined) {
  const has = (start: string) => [...entries.keys()].some((name) => name.startsWith(start))
  let mime = ''
  if (mimetype) for await (const chunk of bounded(mimetype)) mime += String(chunk)
  if (mime.includes('opendocument.spreadsheet')) return 'a sheet of LibreOffice (.ods)'
  if (has('xl/workbook.bin')) return 'a binary workbook (.xlsb)'
  if (has('index/document.iwa') || has('index.zip')) return 'a document of Numbers or another app of Apple'
  if (has('word/')) return 'a document (.docx)'
  return 'a packed file (.zip)'
}

/** Why another kind of file is refused. */
export function saveAsCsv(kind: string): DomainError {
  return new DomainError(
    'invalid-field',
    `The list is ${kind}: save it as a workbook (.xlsx) or as CSV (UTF-8), and send that.`,
  )
}
