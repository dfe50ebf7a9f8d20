import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Client, type Content, type Person, untilCompleted } from './client.ts'
import { type Page, pages } from './pages.ts'

/** A page for a person. */
export interface PersonalPage {
  page: Page
  person: Person
  content: Content
}

/**
 * Creates a completed record for every page and person. A run within a day of another one gets the same records again, unless the
 * template or the person has changed, or somebody has deleted one.
 */
export async function makeContents(client: Client, people: readonly Person[]): Promise<PersonalPage[]> {
  const known = await Promise.all(
    people.map(async (person) => ({ person, ...(await client.createProspect(person)) })),
  )
  const wanted = pages.flatMap((page) => known.map(({ person, id }) => ({ page, person, id })))
  return Promise.all(
    wanted.map(async ({ page, person, id }) => {
      const body = { prospect: id, template: page.name, language: person.language }
      const make = async (key: string) => untilCompleted(client, (await client.createContent(body, key)).id)
      const content = (await make(fingerprintOf(page, person))) ?? (await make(randomUUID()))
      if (!content) throw new Error(`The page ${page.name} of ${person.email} is gone.`)
      return { page, person, content }
    }),
  )
}

/** The fingerprint of template and person. The address of the pages is not part of it, because records do not contain it. */
function fingerprintOf({ name }: Page, person: Person): string {
  const template = readFileSync(new URL(`templates/${name}.yaml`, import.meta.url))
  return createHash('sha256').update(template).update(JSON.stringify(person)).digest('base64url')
}
