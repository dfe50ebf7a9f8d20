import { sql } from 'kysely'
import type { EditorCases, EditorPeople, EditorProspect } from '../../wire/editor.ts'
import type { Database } from '../base/database/database.ts'
import { inPages } from '../base/database/sql.ts'
import { toScope } from '../content/template-variables.ts'
import type { ProspectRow } from '../prospects/sql.ts'
import { caseFor, takesAll } from '../templates/cases.ts'
import type { Template, TemplateItem } from '../templates/template.ts'

const mostFirst = 50
/** Of each field so many different values are counted, to find the frequent ones. */
const mostValues = 500
const mostListed = 50

/** What is known of the people of a campaign: the named one, or else the template's newest. */
export async function knownOfPeople(
  db: Database,
  organization: string,
  template: string,
  wanted: string | undefined,
  fields: readonly string[],
): Promise<EditorPeople> {
  const campaigns = await campaignsOf(db, organization, template)
  const campaign = campaigns.find(({ id }) => id === wanted) ?? campaigns[0]
  const first: EditorProspect[] = []
  const values = new Map(fields.map((field) => [field, { known: 0, counts: new Map<string, number>() }]))
  let people = 0
  if (campaign)
    for await (const rows of peopleOf(db, organization, campaign.id)) {
      people += rows.length
      first.push(...rows.slice(0, mostFirst - first.length).map(toEditorProspect))
      for (const row of rows) countValues(values, variablesOf(row))
      if (people >= mostPeople) break
    }
  return {
    campaigns,
    ...(campaign && { campaign: campaign.id }),
    people,
    first,
    fields: Object.fromEntries(
      [...values].map(([field, { known, counts }]) => [field, { known, values: frequentOf(counts) }]),
    ),
  }
}

/** A person as the editor may know them. */
export function toEditorProspect({ id, name, company }: ProspectRow): EditorProspect {
  return { id, ...(name !== null && { name }), ...(company !== null && { company }) }
}

type Values = Map<string, { known: number; counts: Map<string, number> }>

function countValues(values: Values, prospect: Record<string, unknown>): void {
  const additional = prospect.additional as Record<string, unknown>
  for (const [field, counted] of values) {
    const column = field.replace(/^additional\./s, '')
    const from = column === field ? prospect : additional
    // A list may have a column named `constructor`, which every object has in a way.
    const value = Object.hasOwn(from, column) ? from[column] : undefined
    const text = typeof value === 'object' ? '' : String(value ?? '').trim()
    if (text === '') continue
    counted.known++
    const before = counted.counts.get(text)
    if (before !== undefined || counted.counts.size < mostValues) counted.counts.set(text, (before ?? 0) + 1)
  }
}

function frequentOf(counts: Map<string, number>) {
  const sorted = [...counts].sort(([, one], [, other]) => other - one).slice(0, mostListed)
  return sorted.map(([value, people]) => ({ value, people }))
}

/** Counts for how many people of a campaign each case is. Without a campaign, only says which cases are for nobody. */
export async function countCases(
  db: Database,
  organization: string,
  { name, content }: Template,
  wanted: string | undefined,
): Promise<EditorCases> {
  const items = content.flatMap(({ for: cases }, index) => (cases ? [{ index, ...emptyCount(cases) }] : []))
  const campaigns = wanted === undefined ? [] : await campaignsOf(db, organization, name)
  const campaign = campaigns.find(({ id }) => id === wanted)
  let people = 0
  if (campaign && items.length > 0)
    for await (const rows of peopleOf(db, organization, campaign.id)) {
      people += rows.length
      for (const row of rows) {
        const prospect = variablesOf(row)
        for (const item of items) {
          const taken = item.cases[caseFor(content[item.index]?.for ?? [], prospect) ?? -1]
          if (taken) {
            taken.people++
            taken.first ??= toEditorProspect(row)
          } else {
            item.others++
            item.firstOther ??= toEditorProspect(row)
          }
        }
      }
      if (people >= mostPeople) break
    }
  return { people, items }
}

function emptyCount(cases: NonNullable<TemplateItem['for']>): Omit<EditorCases['items'][number], 'index'> {
  return {
    cases: cases.map(({ when }, at) => {
      const takenBy = cases.slice(0, at).findIndex((earlier) => takesAll(earlier.when, when))
      return { people: 0, ...(takenBy >= 0 && { takenBy }) }
    }),
    others: 0,
  }
}

function variablesOf(prospect: ProspectRow): Record<string, unknown> {
  return toScope({ pattern: '', language: '' }, prospect).prospect
}

/** The campaigns of a template, the newest first; so many at most. */
async function campaignsOf(
  db: Database,
  organization: string,
  template: string,
): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    SELECT id, name FROM campaign
    WHERE organization = ${organization} AND template = ${template} AND status <> 'deleted'
    ORDER BY created_at DESC, id DESC LIMIT ${mostCampaigns}`.execute(db)
  return rows
}

const mostCampaigns = 100

const part = 1000
const mostPeople = 20_000

/** The people of a campaign who have a link, in parts. */
function peopleOf(db: Database, organization: string, campaign: string) {
  return inPages<ProspectRow & { place: string }>(part, async (last) => {
    const { rows } = await sql<ProspectRow & { place: string }>`
      SELECT prospect.*, place.key AS place FROM place
      JOIN prospect ON prospect.organization = place.organization AND prospect.id = place.prospect
      WHERE place.organization = ${organization} AND place.campaign = ${campaign} AND place.made IS NOT NULL
        AND place.key > ${last?.place ?? ''}
      ORDER BY place.key LIMIT ${part}`.execute(db)
    return rows
  })
}
