import { type CrmPerson, contactsAtOnce } from '../crm.ts'
import { type Ask, type BatchAnswer, paths } from './ask.ts'

/** What a list says of a person: titles that the reader of lists knows, and the properties, the first that is known. */
export const columns = {
  Email: ['email'],
  'First name': ['firstname'],
  'Last name': ['lastname'],
  'Job title': ['jobtitle'],
  Company: ['company.name', 'company'],
  Website: ['company.domain', 'website'],
  Industry: ['company.industry', 'industry'],
  LinkedIn: ['hs_linkedin_url'],
  Language: ['hs_language'],
  Phone: ['phone', 'mobilephone'],
  City: ['city', 'company.city'],
  Country: ['country', 'company.country'],
  Employees: ['company.numberofemployees'],
  'Lifecycle stage': ['lifecyclestage'],
}

/** Of the primary company of a contact. */
const ofCompany = 'company.'
/** The ID of that company. */
const companyId = 'associatedcompanyid'
const names = Object.values(columns).flat()
const contactProperties = [...names.filter((name) => !name.startsWith(ofCompany)), companyId]
const companyProperties = names.flatMap((name) =>
  name.startsWith(ofCompany) ? name.slice(ofCompany.length) : [],
)

interface Members {
  results: { recordId: string }[]
  paging?: { next?: { after: string } }
}

/** Reads the people of a list with their companies, some at a time. */
export async function* readMembers(ask: Ask, id: string): AsyncGenerator<CrmPerson[]> {
  const path = `${paths.lists}/${encodeURIComponent(id)}/memberships?limit=${contactsAtOnce}`
  let after: string | undefined
  do {
    const page: Members = await ask(after === undefined ? path : `${path}&after=${encodeURIComponent(after)}`)
    const members = page.results.map(({ recordId }) => recordId)
    const contacts = await readRecords(ask, 'contacts', members, contactProperties)
    const companyIds = [...contacts.values()].flatMap(({ [companyId]: company }) => company ?? [])
    const companies = await readRecords(ask, 'companies', [...new Set(companyIds)], companyProperties)
    const people = [...contacts].map(([id, contact]) => {
      const company = companies.get(contact[companyId] ?? '') ?? {}
      const known = (name: string) =>
        name.startsWith(ofCompany) ? company[name.slice(ofCompany.length)] : contact[name]
      const cells = Object.values(columns).map((from) => from.map(known).find(Boolean) ?? '')
      return { id, cells: cells.map(inWords) }
    })
    // So that the same list is the same text each time.
    yield people.sort((one, other) => Number(one.id) - Number(other.id))
    after = page.paging?.next?.after
  } while (after !== undefined)
}

/**
 * Reads properties of at most `contactsAtOnce` objects, by the id that each has now: contacts that were merged come once.
 * Those that are gone, and properties without a value, are left out.
 */
export async function readRecords(
  ask: Ask,
  type: 'contacts' | 'companies',
  ids: readonly string[],
  properties: string[],
): Promise<Map<string, Record<string, string>>> {
  if (ids.length === 0) return new Map()
  const body = { inputs: ids.map((id) => ({ id })), properties, propertiesWithHistory: [] }
  type Found = BatchAnswer<{ id: string; properties: Record<string, string | null> }>
  const { results } = await ask<Found>(`${paths.objects}/${type}/batch/read`, body)
  const isKnown = (property: [string, string | null]): property is [string, string] => Boolean(property[1])
  return new Map(
    results.map(({ id, properties }) => [
      String(id),
      Object.fromEntries(Object.entries(properties).filter(isKnown)),
    ]),
  )
}

/** `COMPUTER_SOFTWARE` as `Computer software`: HubSpot gives the inner names of choices. */
function inWords(choice: string): string {
  if (!/^[A-Z]+(_[A-Z]+)+$/.test(choice)) return choice
  return choice.charAt(0) + choice.slice(1).toLowerCase().replaceAll('_', ' ')
}
