import type { Database } from '../base/database/database.ts'
import { DomainError } from '../base/words/errors.ts'
import { isId } from '../base/words/ids.ts'
import { type CampaignKey, type CampaignRow, findCampaign } from './sql.ts'

/** Finds a campaign of an organization. Throws `not-found`. */
export async function findKnownCampaign(
  db: Database,
  organization: string,
  id: string,
): Promise<CampaignRow> {
  const row = isId(id) ? await findCampaign(db, { organization, campaign: id }) : undefined
  return row ?? throwUnknownCampaign()
}

/** The key of a campaign. */
export function campaignKey({ organization, id }: CampaignRow): CampaignKey {
  return { organization, campaign: id }
}

/** Throws `not-found`. */
export function throwUnknownCampaign(): never {
  throw new DomainError('not-found', 'No campaign has this id.')
}
