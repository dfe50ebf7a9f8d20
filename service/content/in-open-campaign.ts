import { sql } from 'kysely'

/** SQL: whether the campaign of a row of `content` is open, or it has none. */
export const isInvitedSql = `(content.campaign IS NULL OR EXISTS (
  SELECT 1 FROM campaign
  WHERE campaign.organization = content.organization AND campaign.id = content.campaign AND campaign.status = 'open'))`

/** The same for Kysely. */
export const isInvited = sql.raw<boolean>(isInvitedSql)
