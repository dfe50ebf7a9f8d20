import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Client, type Content, type Person, untilCompleted } from './client.ts'
import type { Made } from './memory.ts'
import { type Page, pages } from './pages.ts'

/** A page for a person. */
export interface PersonalPage {
  page: Page
  person: Person
  content: Content
}

/** What `makeContents` needs. */
export interface Making {
  client: Client
  people: readonly Person[]
  made: Record<string, Made>
  /** Called whenever `made` has changed. */
  keep: () => void
}

/**
 * Creates a completed record for every page and person. Records of an earlier run are used again. If the template or the person has
 * changed since, the old record is deleted and a new one is created.
 */
export async function makeContents(making: Making): Promise<PersonalPage[]> {
  const people = await Promise.all(
    making.people.map(async (person) => ({ person, ...(await making.client.createProspect(person)) })),
  )
  const wanted = pages.flatMap((page) => people.map(({ person, id }) => ({ page, person, prospect: id })))
  return Promise.all(
    wanted.map(async ({ page, person, prospect }) => {
      const id = await contentFor(making, page, person, prospect)
      return { page, person, content: await untilCompleted(making.client, id) }
    }),
  )
}

async function contentFor(making: Making, page: Page, person: Person, prospect: string): Promise<string> {
  const { client, made, keep } = making
  const key = `${page.name} ${person.email}`
  const fingerprint = fingerprintOf(page, person)
  const before = await stillThere(client, made[key])
  if (before?.content && before.fingerprint === fingerprint) return before.content
  if (before?.content) await client.deleteContent(before.content)
  const isCutOff = before && !before.content && before.fingerprint === fingerprint
  const now: Made = { fingerprint, idempotencyKey: isCutOff ? before.idempotencyKey : randomUUID() }
  made[key] = now
  keep()
  const body = { prospect, template: page.name, language: person.language }
  const content = await client.createContent(body, now.idempotencyKey)
  now.content = content.id
  keep()
  return content.id
}

/** An earlier record, unless it has been deleted since. */
async function stillThere(client: Client, made: Made | undefined): Promise<Made | undefined> {
  if (!made?.content) return made
  return (await client.readContent(made.content)) ? made : undefined
}

/** The fingerprint of template and person. The address of the pages is not part of it, because records do not contain it. */
function fingerprintOf({ name }: Page, person: Person): string {
  const template = readFileSync(new URL(`templates/${name}.yaml`, import.meta.url))
  return createHash('sha256').update(template).update(JSON.stringify(person)).digest('base64url')
}
