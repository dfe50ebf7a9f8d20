import { type ContactFields, CrmError } from '../crm.ts'
import { type Ask, type BatchAnswer, paths } from './ask.ts'

/** The group in which people find Motif’s properties at a contact. */
const groupOfMotif = { name: 'motif', label: 'Motif', displayOrder: -1 }

const kinds = {
  text: { type: 'string', fieldType: 'text' },
  longText: { type: 'string', fieldType: 'textarea' },
  number: { type: 'number', fieldType: 'number' },
  time: { type: 'datetime', fieldType: 'date' },
} as const

const field = (kind: keyof typeof kinds, label: string, description: string) => ({
  ...kinds[kind],
  label: `Motif: ${label}`,
  description,
})

/** The properties of a contact that Motif writes. Nothing else of a contact is ever written. */
export const fieldsOfMotif = {
  motif_link: field('text', 'link', 'The link to the page that was made for this person'),
  motif_campaign: field('text', 'campaign', 'The campaign of that link'),
  motif_last_visit: field('time', 'last visit', 'When the person last came to a page'),
  motif_visits: field('number', 'visits', 'How often the person came; programs do not count'),
  motif_read_seconds: field('number', 'seconds read', 'How long the person has read in all'),
  motif_goal_at: field('time', 'goal reached', 'When the person first reached the goal of a page'),
  motif_last_words: field(
    'longText',
    'last read',
    'What the person read on the day of the last visit, the longest first',
  ),
}

/** Makes the group and the properties that are missing. Returns those that are there with another type. */
export async function prepareFields(ask: Ask): Promise<string[]> {
  const inputs = Object.keys(fieldsOfMotif).map((name) => ({ name }))
  type Found = BatchAnswer<{ name: string; type: string }>
  const { results } = await ask<Found>(`${paths.properties}/batch/read`, { archived: false, inputs })
  const types = new Map(results.map(({ name, type }) => [name, type]))
  const missing = Object.entries(fieldsOfMotif).filter(([name]) => !types.has(name))
  if (missing.length > 0) {
    await ask(`${paths.properties}/groups`, groupOfMotif).catch((error) => {
      const isThere = error instanceof CrmError && error.failure === 'refused'
      if (!isThere) throw error
    })
    const made = missing.map(([name, field]) => ({ name, groupName: groupOfMotif.name, ...field }))
    await ask(`${paths.properties}/batch/create`, { inputs: made })
  }
  return Object.entries(fieldsOfMotif).flatMap(([name, { type }]) =>
    (types.get(name) ?? type) === type ? [] : [name],
  )
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
  try {
    const { results, errors } = await ask<BatchAnswer<{ id: string }>>(
      `${paths.objects}/contacts/batch/update`,
      {
        inputs,
      },
    )
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
