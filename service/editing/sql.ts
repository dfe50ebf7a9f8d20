import { sql } from 'kysely'
import type { Database } from '../base/database/database.ts'
import type { ProspectRow } from '../prospects/sql.ts'

/** The campaigns of a template, the newest first; so many at most. */
export async function campaignsOf(
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

/** How many people are read at once, and of one campaign in all. */
const part = 1000
const mostPeople = 20_000

/** The people of a campaign who have a link, in parts; 20,000 at most. */
export async function* peopleOf(
  db: Database,
  organization: string,
  campaign: string,
): AsyncGenerator<ProspectRow[]> {
  let after = ''
  for (let read = 0; read < mostPeople; read += part) {
    const { rows } = await sql<ProspectRow & { place: string }>`
      SELECT prospect.*, place.key AS place FROM place
      JOIN prospect ON prospect.organization = place.organization AND prospect.id = place.prospect
      WHERE place.organization = ${organization} AND place.campaign = ${campaign} AND place.made IS NOT NULL
        AND place.key > ${after}
      ORDER BY place.key LIMIT ${part}`.execute(db)
    if (rows.length > 0) yield rows
    if (rows.length < part) return
    after = rows.at(-1)?.place ?? ''
  }
}
