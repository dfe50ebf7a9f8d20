import { sql } from 'kysely'
import { Type } from 'typebox'
import { phoneLink } from '../../../wire/phone.ts'
import type { Database } from '../../base/database/database.ts'
import { inOrder, isBehind } from '../../base/database/sql.ts'
import { keyOf, type PageQuery, readPage, readPageQuery } from '../../base/http/list-page.ts'
import { analyticsOf } from '../../content/measured-items.ts'
import { ownerOf, parseAdditional } from '../../prospects/owner.ts'
import { withName } from '../../templates/template.ts'
import { dayOf } from '../event-days-sql.ts'
import { namesIn } from './faults.ts'
import type { CallList, CallsQuery, Interested, Present } from './operations.ts'
import { label, readPresent, type TodaySources, type VisitedRecord, visitedColumns } from './present.ts'

/** SQL: the first of the last seven days. Days are those of UTC: `current_date` is that of the database's time zone. */
export const weekStart = sql`((now() AT TIME ZONE 'UTC')::date - 6)`

/** Whom to call, of everybody who came in the last seven days. Throws `invalid-field`. */
export async function listCalls(
  sources: TodaySources,
  organization: string,
  asked: CallsQuery,
): Promise<CallList> {
  const query = readPageQuery(asked, Type.Tuple([keyOf.integer, Type.Number(), keyOf.text]))
  const present = await readPresent(sources, organization)
  const { rows: found, ...others } = await findRows(sources.db, organization, { ...asked, ...query, present })
  const { rows, ...more } = await readPage(
    query,
    async () => found,
    ({ part, warmth, key }) => [part, warmth, key],
  )
  const contents = rows.flatMap((row) => row.contents)
  const people = await readPeople(sources, organization, contents, present)
  if (asked.by !== 'company') return { people, companies: [], ...others, ...more }
  const companies = rows.map((row) => ({
    name: row.key,
    people: row.people,
    warmest: people.filter(({ content }) => row.contents.includes(content)),
  }))
  return { people: [], companies, ...others, ...more }
}

type Wanted = Omit<CallsQuery, keyof PageQuery> &
  PageQuery<[part: number, warmth: number, key: string]> & { present: Present[] }

interface Found extends Pick<CallList, 'totals' | 'campaigns' | 'owners'> {
  /** `key`: the prospect or the company; `contents`: the records of the warmest. */
  rows: { part: number; warmth: number; key: string; people: number; contents: string[] }[]
}

/**
 * The time read, ten seconds more for each click and each visit after the first, an hour more for the goal, halved with each day
 * since the last visit. As a logarithm it orders the same whenever it is computed, so a cursor holds.
 */
const warmth = sql`ln((t.ms + 10000 * (t.clicks + t.visits - 1) + CASE WHEN t.reached THEN 3600000 ELSE 1000 END)::float8)
  / ln(2::float8) + extract(epoch FROM t.last_visit)::float8 / 86400`

/** SQL: what names a row of the list, and what it is read from. */
const listed = {
  person: { key: sql`t.prospect`, from: sql`tally t` },
  company: {
    key: sql`coalesce(nullif(p.company, ''), ${label}) COLLATE "C"`,
    from: sql`tally t JOIN prospect p ON p.organization = t.organization AND p.id = t.prospect`,
  },
}

/** The rows of a page and one more, what all of them add up to, and what can be chosen. `part`: on a page now, since midnight, before. */
async function findRows(db: Database, organization: string, wanted: Wanted): Promise<Found> {
  const { campaign, owner, goal, new: isNew, done, by, midnight, after, limit, present } = wanted
  const { key, from } = listed[by ?? 'person']
  const order = [sql`part`, sql`-warmth`, sql`key`]
  const behind = after && [sql`${after[0]}::integer`, sql`${-after[1]}::float8`, sql`${after[2]}`]
  const { rows } = await sql<Found>`
    WITH week AS MATERIALIZED (
      SELECT t.content, t.prospect, t.campaign, t.owner, t.reached, ${key} AS key,
        t.first_visit > now() - interval '1 day' AS is_new, coalesce(t.done_at >= t.last_visit, false) AS done,
        CASE WHEN t.content = ANY (${present.map(({ content }) => content)}) THEN 0
          WHEN t.last_visit >= ${new Date(midnight ?? dayOf(Date.now()))} THEN 1 ELSE 2 END AS part, ${warmth} AS warmth
      FROM ${from}
      WHERE t.organization = ${organization} AND t.last_visit >= ${weekStart}::timestamp AT TIME ZONE 'UTC'
    ), person AS MATERIALIZED (
      SELECT DISTINCT ON (prospect, done) * FROM week
      WHERE campaign IS NOT DISTINCT FROM coalesce(${campaign}, campaign) AND owner IS NOT DISTINCT FROM coalesce(${owner}, owner)
        AND reached = coalesce(${goal}::boolean, reached) AND is_new = coalesce(${isNew}::boolean, is_new)
      ORDER BY prospect, done, part, warmth DESC
    ), listed AS MATERIALIZED (
      SELECT key, count(*) AS people, min(part) AS part, max(warmth) AS warmth, (array_agg(content))[1:5] AS contents FROM (
        SELECT key, content, part, warmth FROM person
        WHERE done = coalesce(${done}::boolean, done) ORDER BY key, part, warmth DESC) AS sorted
      GROUP BY key
    )
    SELECT (
      SELECT json_build_object('now', count(*) FILTER (WHERE part = 0), 'today', count(*) FILTER (WHERE part = 1),
        'earlier', count(*) FILTER (WHERE part = 2), 'done', (SELECT count(*) FROM person WHERE done)) FROM listed) AS totals, (
      SELECT coalesce(json_agg(json_build_object('id', id, 'name', name) ORDER BY lower(name)), '[]') FROM campaign
      WHERE organization = ${organization} AND status <> 'deleted' AND id IN (SELECT campaign FROM week)) AS campaigns, (
      SELECT coalesce(json_agg(owner ORDER BY owner), '[]') FROM (
        SELECT DISTINCT owner FROM week WHERE owner IS NOT NULL) AS named) AS owners, (
      SELECT coalesce(json_agg(page), '[]') FROM (
        SELECT * FROM listed WHERE ${behind ? isBehind(false, order, behind) : sql`true`}
        ORDER BY ${inOrder(false, ...order)} LIMIT ${limit + 1}) AS page) AS rows`.execute(db)
  return rows[0] as Found
}

interface PersonRow extends VisitedRecord {
  did: Interested['items'] | null
  visits: number
  reached: boolean
  done: boolean
  lastVisitAt: Date
  firstVisitAt: Date
  campaign: Interested['campaign'] | null
  additional: string | null
  pattern: string
  utm: string | null
}

async function readPeople(
  { db, linkOf, namesOf }: TodaySources,
  organization: string,
  contents: string[],
  present: Present[],
): Promise<Interested[]> {
  const { rows } = await sql<PersonRow>`
    SELECT ${visitedColumns}, t.reached, t.last_visit AS "lastVisitAt", t.first_visit AS "firstVisitAt",
      coalesce(t.done_at >= t.last_visit, false) AS done, c.pattern, p.additional, m.utm,
      CASE WHEN m.id IS NOT NULL THEN json_build_object('id', m.id, 'name', m.name) END AS campaign, (
        SELECT sum(visits) FROM tally_day
        WHERE organization = ${organization} AND content = c.id AND day >= ${weekStart}) AS visits, (
        SELECT json_agg(did) FROM (
          SELECT split_part(key, ' ', 1) AS type, substr(key, strpos(key, ' ') + 1) AS item,
            sum((value ->> 'visits')::bigint) AS visits, sum((value ->> 'ms')::bigint) AS ms
          FROM tally_day, json_each(items)
          WHERE organization = ${organization} AND content = c.id AND day >= ${weekStart} GROUP BY key) AS did) AS did
    FROM unnest(${contents}::text[]) WITH ORDINALITY AS row (content, at)
    JOIN tally t ON t.organization = ${organization} AND t.content = row.content
    JOIN content c ON c.organization = ${organization} AND c.id = row.content
    JOIN prospect p ON p.organization = ${organization} AND p.id = c.prospect
    LEFT JOIN campaign m ON m.organization = ${organization} AND m.id = c.campaign AND m.status <> 'deleted'
    ORDER BY row.at`.execute(db)
  const templates = rows.map(({ who }) => who.template)
  const names = await namesIn(organization, templates, namesOf)
  return Promise.all(
    rows.map(async ({ who, did, campaign, pattern, utm, additional, ...row }) => {
      const { content, template } = who
      const told = parseAdditional(additional)
      const known = {
        campaign,
        owner: ownerOf(told),
        phone: phoneIn(told),
        link: await linkOf(organization, { template, pattern, utm }),
        now: present.find((each) => each.content === content),
      }
      return {
        ...who,
        visits: row.visits,
        reached: row.reached,
        done: row.done,
        lastVisitAt: row.lastVisitAt.toISOString(),
        firstVisitAt: row.firstVisitAt.toISOString(),
        ...(Object.fromEntries(Object.entries(known).filter(([, value]) => value)) as Partial<Interested>),
        // In the order of the template.
        items: analyticsOf(row).flatMap(({ id, type }) => {
          const item = did?.find((each) => each.item === id && each.type === type)
          return item ? [withName(item, names.get(template)?.analytics(id))] : []
        }),
      }
    }),
  )
}

function phoneIn(additional: Record<string, unknown>): string | undefined {
  const [, phone] = Object.entries(additional).find(([column, value]) => phoneLink(column, value)) ?? []
  return phone as string | undefined
}
