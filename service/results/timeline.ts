import { detailOf } from '../../wire/event.ts'
import type { AnalyticsItem } from '../../wire/record.ts'
import { DomainError } from '../model/errors.ts'
import type { Database } from '../store/database.ts'
import { listVisits, type VisitPosition, type VisitRow } from '../store/visit-list.ts'

/** What `GET /results/content/{id}/visits` may be asked, all optional. */
export interface VisitParameters {
  /** 1 to 1000. Default 100. */
  limit?: string
  /** `next` of the answer before. */
  cursor?: string
}

const defaultLimit = 100
const highestLimit = 1000

/** Reads the query of a timeline. Throws `invalid-field` that names the parameter. */
export function readVisitQuery({ limit: text, cursor }: VisitParameters) {
  const limit = text === undefined ? defaultLimit : Number(text)
  if ((text !== undefined && !/^\d+$/.test(text)) || limit < 1 || limit > highestLimit)
    throw new DomainError('invalid-field', `limit must be a whole number from 1 to ${highestLimit}.`)
  return { limit, after: cursor === undefined ? undefined : readVisitCursor(cursor) }
}

function readVisitCursor(cursor: string): VisitPosition {
  try {
    const [began, visit] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[]
    if (Number.isFinite(began) && typeof visit === 'string' && !visit.includes('\0'))
      return [began as number, visit]
  } catch {
    // Told below.
  }
  throw new DomainError('invalid-field', 'cursor must be the next of an answer before.')
}

/** A record's visits in the order in which they began, each with what happened in it. */
export async function readTimeline(
  db: Database,
  organization: string,
  { id, analytics }: { id: string; analytics: AnalyticsItem[] },
  { limit, after }: ReturnType<typeof readVisitQuery>,
) {
  const rows = await listVisits(db, organization, id, { after, limit: limit + 1 })
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const next =
    rows.length > limit && last
      ? Buffer.from(JSON.stringify([last.began, last.visit])).toString('base64url')
      : undefined
  return { content: id, visits: shown.map((row) => toVisit(row, analytics)), ...(next && { next }) }
}

function toVisit({ visit, began, events }: VisitRow, analytics: AnalyticsItem[]) {
  return {
    visit,
    began: new Date(began).toISOString(),
    events: events.flatMap((event) => {
      const item = analytics[event.item]
      if (!item) return []
      const detail = detailOf(item.type)
      return {
        seq: event.seq,
        item: item.id,
        type: item.type,
        date: new Date(event.date).toISOString(),
        ...(detail && { [detail.name]: event[detail.name] }),
      }
    }),
  }
}
