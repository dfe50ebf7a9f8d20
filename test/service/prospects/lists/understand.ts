import { Readable } from 'node:stream'
import { readList } from '../../../../service/prospects/lists/read-list.ts'
import { type SpooledList, spoolList } from '../../../../service/prospects/lists/spool-list.ts'

interface Understood {
  /** Their meanings, `-` for one that becomes `additional`. */
  columns?: string
  /** Of each line its number, and who it is or why it is nobody. */
  lines?: string[]
  additional?: Record<string, unknown>[]
  problems?: { line: number; text: string }[]
  /** Why nothing of it can be used. */
  refused?: string
}

/** Reads a list as the service does, and tells what it understood. */
export async function understand(
  list: string | Uint8Array | Readable,
  limits?: { bytes: number; lines: number },
): Promise<Understood> {
  const bytes = list instanceof Readable ? list : Readable.from([Buffer.from(list)])
  try {
    const spooled = await spoolList(bytes, limits)
    return await tell(spooled).finally(() => spooled.close())
  } catch (error) {
    return { refused: (error as Error).message }
  }
}

async function tell(list: SpooledList): Promise<Understood> {
  const { columns, lines: all } = await readList(list)
  const lines: string[] = []
  const additional: Record<string, unknown>[] = []
  const problems: Understood['problems'] = []
  for await (const { line, text, problem, person } of all) {
    if (problem !== undefined) problems.push({ line, text })
    const { email, facts, language } = person ?? { facts: {} }
    const { name, company, role, domain } = facts
    const said = [email ?? domain, name, company, role, language].filter(Boolean).join(' | ')
    lines.push(`${line} ${problem ?? said}`)
    if (person)
      additional.push(
        Object.fromEntries(
          Object.entries(person.additional).map(([key, json]) => [key, JSON.parse(json) as unknown]),
        ),
      )
  }
  return { columns: columns.map(({ meaning = '-' }) => meaning).join(' '), lines, additional, problems }
}
