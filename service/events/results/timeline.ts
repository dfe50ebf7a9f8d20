import { Type } from '@fastify/type-provider-typebox'
import type { Database } from '../../base/database/database.ts'
import {
  keyOf,
  type PageParameters,
  type PageQuery,
  readPage,
  readPageQuery,
} from '../../base/http/list-page.ts'
import { type ItemNames, withName } from '../../templates/item-names.ts'
import { countFitting, listVisits, type VisitPosition, type VisitRow } from '../told-visit-sql.ts'
import { toExported } from './export.ts'

const position = Type.Tuple([keyOf.time, keyOf.text])

/** Reads the query of `GET /results/content/{id}/visits`. Throws `invalid-field` with the name of the parameter. */
export function readVisitQuery(asked: PageParameters): PageQuery<VisitPosition> {
  return readPageQuery(asked, position)
}

/** How many events a page of visits has at most: some megabytes. */
const mostEvents = 10_000

/** A record's visits in the order in which they began, each with what happened in it, by the names of the items. */
export async function readTimeline(
  db: Database,
  organization: string,
  id: string,
  { names, ...part }: PageQuery<VisitPosition> & { names: ItemNames },
) {
  const limit = Math.max(1, await countFitting(db, organization, id, part, mostEvents))
  const { rows, ...more } = await readPage(
    { ...part, limit },
    (wanted) => listVisits(db, organization, id, wanted),
    ({ began, visit }) => [String(began), visit],
  )
  return { content: id, visits: rows.map((row) => toVisit(row, names)), ...more }
}

function toVisit({ visit, began, kind, why, events }: VisitRow, names: ItemNames) {
  return {
    visit,
    began: new Date(began).toISOString(),
    kind,
    why,
    events: events.map((event) => {
      const { visit: _, ...shown } = toExported(event)
      return withName(shown, names.analytics(shown.item))
    }),
  }
}
