import { type ContactFields, CrmError, type CrmPerson, contactsAtOnce } from '../crm.ts'
import { type Ask, type BatchAnswer, paths } from './ask.ts'

/**
 * What a list says of a person: titles that the reader of lists knows, and the properties of the contact, or of its primary
 * company, the first that is known.
 */
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

/** The property that has the ID of that company. */
const companyId = 'associatedcompanyid'
const names = Object.values(columns).flat()
const ofContact = [...names.filter((name) => !name.startsWith('company.')), companyId]
const ofCompany = names.flatMap((name) => /^company\.(.+)/.exec(name)?.[1] ?? [])

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
    const contacts = await readRecords(ask, 'contacts', members, ofContact)
    const companyIds = [...contacts.values()].flatMap(({ [companyId]: company }) => company ?? [])
    const companies = await readRecords(ask, 'companies', [...new Set(companyIds)], ofCompany)
    const people = [...contacts].map(([id, contact]) => {
      const company = Object.entries(companies.get(contact[companyId] ?? '') ?? {})
      const prefixed = company.map(([name, value]) => [`company.${name}`, value])
      const known: Record<string, string> = { ...contact, ...Object.fromEntries(prefixed) }
      const cells = Object.values(columns).map((from) => from.map((name) => known[name]).find(Boolean))
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
  const records = results.map(({ id, properties }) => {
    const known = Object.entries(properties).filter(([, value]) => value)
    return [String(id), Object.fromEntries(known) as Record<string, string>] as const
  })
  return new Map(records)
}

/** `COMPUTER_SOFTWARE` as `Computer software`: HubSpot gives the inner names of choices. */
function inWords(choice = ''): string {
  if (!/^[A-Z]+(_[A-Z]+)+$/.test(choice)) return choice
  return choice.charAt(0) + choice.slice(1).toLowerCase().replaceAll('_', ' ')
}

/** The group in which people find Motif’s properties at a contact. */
const groupOfMotif = { name: 'motif', label: 'Motif', displayOrder: -1 }

const kinds = {
  text: { type: 'string', fieldType: 'text' },
  longText: { type: 'string', fieldType: 'textarea' },
  number: { type: 'number', fieldType: 'number' },
  time: { type: 'datetime', fieldType: 'date' },
}

/** The properties of a contact that Motif writes. Nothing else of a contact is ever written. */
export const fieldsOfMotif = [
  field('motif_link', 'text', 'link', 'The link to the page that was made for this person'),
  field('motif_campaign', 'text', 'campaign', 'The campaign of that link'),
  field('motif_last_visit', 'time', 'last visit', 'When the person last came to a page'),
  field('motif_visits', 'number', 'visits', 'How often the person came; programs do not count'),
  field('motif_read_seconds', 'number', 'seconds read', 'How long the person has read in all'),
  field('motif_goal_at', 'time', 'goal reached', 'When the person first reached the goal of a page'),
  field('motif_last_words', 'longText', 'last read', 'What was read longest on the day of the last visit'),
]

function field(name: string, kind: keyof typeof kinds, label: string, description: string) {
  return { name, groupName: groupOfMotif.name, label: `Motif: ${label}`, description, ...kinds[kind] }
}

/** Makes the group and the properties that are missing. Returns those that are there with another type. */
export async function prepareFields(ask: Ask): Promise<string[]> {
  const inputs = fieldsOfMotif.map(({ name }) => ({ name }))
  type Found = BatchAnswer<{ name: string; type: string }>
  const { results } = await ask<Found>(`${paths.properties}/batch/read`, { archived: false, inputs })
  const types = new Map(results.map(({ name, type }) => [name, type]))
  const missing = fieldsOfMotif.filter(({ name }) => !types.has(name))
  if (missing.length > 0) {
    await ask(`${paths.properties}/groups`, groupOfMotif).catch((error) => {
      const isThere = error instanceof CrmError && error.failure === 'refused'
      if (!isThere) throw error
    })
    await ask(`${paths.properties}/batch/create`, { inputs: missing })
  }
  const others = fieldsOfMotif.filter(({ name, type }) => types.has(name) && types.get(name) !== type)
  return others.map(({ name }) => name)
}

/**
 * Writes a batch. If HubSpot refuses it as a whole, both halves are tried, until the contact is alone that it does not take:
 * an account’s own rules for contacts hold for the API, too.
 * https://developers.hubspot.com/changelog/crm-api-write-validation-enforcement
 */
export async function writeFields(
  ask: Ask,
  contacts: [id: string, properties: ContactFields][],
): Promise<Map<string, string>> {
  const inputs = contacts.map(([id, properties]) => ({ id, properties }))
  const path = `${paths.objects}/contacts/batch/update`
  try {
    const { results, errors } = await ask<BatchAnswer<{ id: string }>>(path, { inputs })
    const written = new Set(results.map(({ id }) => String(id)))
    const why = errors?.[0]?.message
    return new Map(contacts.flatMap(([id]) => (written.has(id) || !why ? [] : [[id, why]])))
  } catch (error) {
    if (!(error instanceof CrmError && error.failure === 'refused')) throw error
    if (contacts.length === 1) return new Map(contacts.map(([id]) => [id, error.message]))
    const half = Math.ceil(contacts.length / 2)
    const refused = await writeFields(ask, contacts.slice(0, half))
    return new Map([...refused, ...(await writeFields(ask, contacts.slice(half)))])
  }
}
