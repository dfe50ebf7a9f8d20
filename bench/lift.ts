import { sql } from 'kysely'
import type { Database } from '../service/base/database/database.ts'
import { insertCampaign } from '../service/campaigns/sql.ts'
import { startLocal, token } from '../test/service/events/records.ts'
import { fill } from '../test/service/years/fill.ts'
import { createDatabase, startCluster } from '../test/support/postgres.ts'
import { createTemplatesDir } from '../test/support/templates.ts'
import { type Spread, spreadOf } from './report/numbers.ts'

/** How long `GET /v1/campaigns/{id}/lift` takes, in milliseconds. */
interface LiftFigures {
  database: 'PGlite' | 'PostgreSQL'
  ms: Spread
}

/** How much there is: two campaigns, with half of the people each. */
interface LiftSizes {
  people: number
  visits: number
}

const campaigns = ['launch-0', 'launch-1']
const eventsInVisit = 5
const daysOfVisits = 30
const asked = 20

const template = `page: https://www.example.com/launch
languages: [en]
content:
  - { selector: h1, type: text, payload: "Hello {{ prospect.company }}" }
analytics:
  - { id: cta, selector: .cta, type: click, goal: true }
`

/** Asks for the lift of each campaign in turn, on both databases. PostgreSQL is left out if there is none. */
export async function measureLift(sizes: LiftSizes): Promise<LiftFigures[]> {
  const figures: LiftFigures[] = []
  const cluster = await startCluster()
  try {
    if (cluster)
      figures.push(await measure('PostgreSQL', { DATABASE_URL: await createDatabase(cluster.url) }, sizes))
    figures.push(await measure('PGlite', { DATA_DIR: 'memory' }, sizes))
    return figures
  } finally {
    await cluster?.stop()
  }
}

async function measure(
  database: LiftFigures['database'],
  environment: Record<string, string>,
  { people, visits }: LiftSizes,
): Promise<LiftFigures> {
  await using templates = await createTemplatesDir(
    Object.fromEntries(campaigns.map((name) => [name, template])),
  )
  await using local = await startLocal({ ...environment, TEMPLATES_DIR: templates.path, RATE_LIMIT: '0' })
  const { db } = local.service
  const records = { records: people, events: visits * eventsInVisit, days: daysOfVisits }
  await fill(db, { ...records, templates: campaigns.length }, () => {})
  const ids: string[] = []
  for (const name of campaigns) ids.push(await fillCampaign(db, name))
  await sql`ANALYZE`.execute(db)
  const times: number[] = []
  for (let at = 0; at < asked; at++) times.push(await timeOf(`${local.url}/v1/campaigns/${ids[at % 2]}/lift`))
  return { database, ms: spreadOf(times) }
}

/** A campaign of the records of a template, in companies of one to eight: one in five of control, one in four at the goal. */
async function fillCampaign(db: Database, name: string): Promise<string> {
  const wanted = {
    user: 'ada',
    name,
    template: name,
    language: 'en',
    control: 20,
    status: 'open' as const,
    utm: {},
  }
  const { id } = await insertCampaign(db, 'acme', wanted)
  await sql`UPDATE content SET campaign = ${id}, goal = 'cta' WHERE template = ${name}`.execute(db)
  await sql`
    INSERT INTO place (organization, campaign, key, list, line, cells, email, prospect, content, pattern, unit, control)
    SELECT 'acme', ${id}, id, 1, n, '[]', id || '@example.com', prospect, id, pattern, 'company-' || n % 2222 || '.com',
      n % 2222 % 5 = 0
    FROM (SELECT id, prospect, pattern, row_number() OVER (ORDER BY id) AS n FROM content WHERE template = ${name}) AS c`.execute(
    db,
  )
  await sql`
    UPDATE tally t SET first_visit = v.first, last_visit = v.last, visits = v.count,
      reached = v.first IS NOT NULL AND hashtext(t.content) % 4 = 0,
      reached_at = CASE WHEN hashtext(t.content) % 4 = 0 THEN v.last END
    FROM (SELECT content, min(began_at) AS first, max(began_at) AS last, count(*) AS count FROM visit GROUP BY content) AS v
    WHERE v.content = t.content`.execute(db)
  return id
}

async function timeOf(url: string): Promise<number> {
  const began = performance.now()
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
  const { verdict } = (await answer.json()) as { verdict?: string }
  if (verdict !== 'not-sure-yet') throw new Error(`${url} answered ${answer.status}: ${verdict}`)
  return performance.now() - began
}
