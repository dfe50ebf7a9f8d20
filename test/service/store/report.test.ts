import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { queryCommand, queryReport } from '../../../service/maintenance/commands.ts'
import { forADatabase } from '../../support/databases.ts'
import { motif } from '../../support/motif.ts'
import { batchOf, click, duration, resultsOf, send, view } from '../events/batch.ts'
import { insertRecord, type LocalService, startLocal, type TestRecord } from '../events/records.ts'

const documented = await readFile('docs/data.md', 'utf8')
const queries = [...documented.matchAll(/^(\S[^\n]*):\n\n```sql\n([\s\S]*?)```/gm)].map(
  ([, question = '', query = '']) => [question, query] as const,
)

forADatabase((database) => {
  let environment: Record<string, string>
  let service: LocalService
  let record: TestRecord
  beforeAll(async () => {
    environment = await database.create()
    service = await startLocal(environment)
    record = await insertRecord(service.service.db)
    const batch = batchOf(record, { last: 4, events: [view(1), click(2), duration(3, 2900)] })
    await send(
      service,
      batch,
      { ...batch, events: [duration(3, 4100)] },
      batchOf(record, { events: [view(1)] }),
    )
    // Figures are computed for who reads them by the service.
    await resultsOf(service, record)
  })
  afterAll(() => service[Symbol.asyncDispose]())

  const ask = async (query: string) => {
    const { columns, rows } = await queryReport(service.service, query)
    return { rows: rows.map((row) => Object.fromEntries(columns.map((name, at) => [name, row[at]]))) }
  }
  const only = async (query: string) => (await ask(query)).rows[0]

  test('docs/data.md and query --help name every view', async () => {
    const { rows } = await ask(
      "SELECT table_name FROM information_schema.views WHERE table_schema = 'report'",
    )
    const views = rows.map(({ table_name }) => String(table_name)).sort()
    const [, table = ''] = documented.split('| view | one row for |')
    const listed = [...(table.split('\n\n')[0] ?? '').matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name)
    expect(listed.sort()).toEqual(views)
    const [help = ''] = queryCommand.help.notes ?? []
    expect(views.filter((name) => !help.includes(name))).toEqual([])
  })

  test('docs/data.md has ten queries', () => expect(queries).toHaveLength(10))

  test.each(queries)('%s: the query of docs/data.md has an answer', async (question, query) => {
    const { rows } = await ask(query.replaceAll('jane.doe@acme.example', '%').replace("= '%'", "LIKE '%'"))
    const isOfNothing = /has not come|funnel/.test(question)
    expect(rows.length > 0).toBe(!isOfNothing)
  })

  test('the views say what results say', async () => {
    const { visits, lost, days } = await resultsOf(service, record)
    const of = (view: string) =>
      only(`SELECT * FROM ${view} WHERE ${view === 'records' ? 'id' : 'record'} = '${record.id}'`)
    expect(await of('records')).toMatchObject({
      visits,
      lost,
      views: 2,
      clicks: 1,
      ms: 4100,
      pattern: record.pattern,
    })
    expect(await of('days')).toMatchObject(days[0] ?? {})
    const sums = await only(
      'SELECT sum(lost)::int AS lost, sum(ms)::int AS ms, count(*)::int AS visits FROM visits WHERE counted',
    )
    expect(sums).toEqual({ lost, ms: 4100, visits })
    const events = await ask(
      'SELECT item, type, button, ms, happened_at FROM events ORDER BY visit, seq, type',
    )
    const [clicked] = events.rows.filter(({ type }) => type === 'click')
    expect(clicked).toMatchObject({ item: 'cta', button: 'primary', ms: null })
    expect(Math.abs(Date.now() - Number(clicked?.happened_at))).toBeLessThan(600_000)
    expect(events.rows.filter(({ type }) => type === 'duration')).toMatchObject([
      { item: 'pricing', ms: 4100 },
    ])
    expect(events.rows).toHaveLength(4)
  })

  test('a query writes nothing', async () => {
    await expect(ask('DELETE FROM public.content')).rejects.toThrow('could not be answered')
    expect((await sql`SELECT 1 FROM content`.execute(service.service.db)).rows.length).toBeGreaterThan(0)
  })

  test.runIf(database.name === 'PostgreSQL')('the command prints an answer as CSV', async () => {
    const { stdout } = await motif(['query', `SELECT 'a, b' AS x, 1 AS y, NULL AS z`], environment)
    expect(stdout).toBe('x,y,z\n"a, b",1,\n')
    const guarded = await motif(['query', `SELECT '=1+1' AS x, -5.5 AS y, '-a' AS z`], environment)
    expect(guarded.stdout).toBe("x,y,z\n'=1+1,-5.5,'-a\n")
    const shaped = `SELECT '{"a":[1]}'::json AS x, ARRAY['b', 'c, d'] AS y, interval '1 day 2 hours' AS z`
    expect((await motif(['query', shaped], environment)).stdout).toBe(
      'x,y,z\n"{""a"":[1]}","[""b"",""c, d""]",2 hours 1 days\n',
    )
    const alike = await motif(['query', `SELECT 'Ada' AS name, 'Spring' AS name, 1 AS "2026"`], environment)
    expect(alike.stdout).toBe('name,name,2026\nAda,Spring,1\n')
    const nothing = await motif(['query', 'SELECT 1 AS x WHERE false'], environment)
    expect(nothing).toMatchObject({ stdout: '', stderr: 'no rows\n' })
  })
})
