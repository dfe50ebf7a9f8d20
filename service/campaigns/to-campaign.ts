import type { Utm } from '../templates/link.ts'
import { type Campaign, type CampaignStatus, campaignStatuses } from './campaign.ts'
import { noCounts } from './list-sql.ts'
import type { CampaignRow } from './sql.ts'

/** The `utm_` values of a campaign's links. */
export function readUtm({ utm }: Pick<CampaignRow, 'utm'>): Utm {
  return JSON.parse(utm) as Utm
}

/** A campaign as the API returns it, before any counts. */
export function toCampaign(row: CampaignRow): Campaign {
  const { id, name, template, language, status, control } = row
  const utm = readUtm(row)
  const isKnown = campaignStatuses.some((each) => each === status)
  return {
    id,
    name,
    template,
    language,
    status: isKnown ? (status as CampaignStatus) : 'ended',
    control,
    ...(Object.keys(utm).length > 0 && { utm }),
    ...noCounts,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}
