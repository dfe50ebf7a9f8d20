import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { readList } from '../../../service/campaigns/list/read-list.ts'
import { type SpooledList, spoolList } from '../../../service/campaigns/list/receive-list.ts'

/** What comes out of a list, as a fixture says it. */
export interface Understood {
  /** By title; null for a column that becomes `additional`. */
  columns?: [title: string, meaning: string | null][]
  people?: object[]
  problems?: { line: number; text: string; problem: string }[]
  /** Why nothing of it can be used. */
  refused?: string
}

/** Reads a list as the service does, and tells what it understood. */
export async function understand(list: Uint8Array | { file: string }): Promise<Understood> {
  const bytes = 'file' in list ? createReadStream(list.file) : Readable.from(inPieces(list))
  try {
    const spooled = await spoolList(bytes)
    try {
      return await tell(spooled)
    } finally {
      await spooled.close()
    }
  } catch (error) {
    return { refused: (error as Error).message }
  }
}

/** Cut where no letter ends. */
function* inPieces(bytes: Uint8Array): Generator<Uint8Array> {
  const size = 7
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function tell(list: SpooledList): Promise<Understood> {
  const { columns, lines } = await readList(list)
  const people: object[] = []
  const problems: Understood['problems'] = []
  for await (const { line, text: raw, problem, person } of lines) {
    if (problem !== undefined) problems.push({ line, text: raw, problem })
    if (!person) continue
    const { emailKey: _emailKey, additional, facts, ...known } = person
    const more = Object.fromEntries([...additional].map(([key, json]) => [key, JSON.parse(json) as unknown]))
    people.push({ line, ...known, ...facts, additional: more })
  }
  return {
    columns: columns.map(({ title, meaning }) => [title, meaning ?? null]),
    people,
    problems,
  }
}
