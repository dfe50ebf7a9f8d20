import type { Database } from '../../base/database/database.ts'
import { badCursor, decodeCursor, encodeCursor, readLimit } from '../../base/http/list-request.ts'
import { listVisits, type VisitPosition, type VisitRow } from '../visit-list-sql.ts'
import { toExported } from './export.ts'

/** The parameters of `GET /results/content/{id}/visits`, all optional. */
export interface VisitParameters {
  /** 1 to 1000. Default 100. */
  limit?: string
  /** `next` of the previous answer. */
  cursor?: string
}

/** Reads the parameters. Throws `invalid-field` with the name of the parameter. */
export function readVisitQuery({ limit, cursor }: VisitParameters) {
  return { limit: readLimit(limit), after: cursor === undefined ? undefined : readVisitCursor(cursor) }
}

function readVisitCursor(cursor: string): VisitPosition {
  const [began, visit] = decodeCursor(cursor)
  if (Number.isFinite(began) && typeof visit === 'string' && !visit.includes('\0'))
    return [began as number, visit]
  throw badCursor()
}

/** A record's visits in the order in which they began, each with what happened in it. */
export async function readTimeline(
  db: Database,
  organization: string,
  id: string,
  { limit, after }: ReturnType<typeof readVisitQuery>,
) {
  const rows = await listVisits(db, organization, id, { after, limit: limit + 1 })
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const next = rows.length > limit && last ? encodeCursor([last.began, last.visit]) : undefined
  return { content: id, visits: shown.map(toVisit), ...(next && { next }) }
}

function toVisit({ visit, began, events }: VisitRow) {
  return {
    visit,
    began: new Date(began).toISOString(),
    events: events.map((event) => {
      const { visit: _, ...shown } = toExported(event)
      return shown
    }),
  }
}
