import { sql } from 'kysely'

/** Of a content record: whether its campaign is open, or it has none. */
export const invited = `(content.campaign IS NULL OR EXISTS (
  SELECT 1 FROM campaign
  WHERE campaign.organization = content.organization AND campaign.id = content.campaign AND campaign.status = 'open'))`

/** The same as a part of a query. */
export const isInvited = sql.raw<boolean>(invited)
