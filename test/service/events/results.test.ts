import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RecordVisit } from '../../../service/events/results/operations.ts'
import { forADatabase } from '../../support/databases.ts'
import { ask, batchOf, click, duration, newVisitName, report, send, view } from './batch.ts'
import { insertRecord, type LocalService, otherToken, startLocal } from './records.ts'

interface List {
  records: { id: string; prospect: string; views: number; clicks: number }[]
  next?: string
}

interface Timeline {
  visits: RecordVisit[]
  next?: string
}

forADatabase((database) => {
  let service: LocalService
  beforeAll(async () => {
    service = await startLocal(await database.create())
  })
  afterAll(() => service[Symbol.asyncDispose]())

  const newRecord = (values = {}) => insertRecord(service.service.db, values)
  const json = async <T>(path: string) => (await ask(service, path)).json() as Promise<T>

  test('a file of the list has all records, or as many as are asked for', async () => {
    const template = 'many-records'
    const ids: string[] = []
    for (let each = 0; each < 105; each++) ids.push((await newRecord({ template })).id)
    const listOf = async (query: string) => {
      const answer = await ask(
        service,
        `/results/content?format=csv&template=${template}&sort=created${query}`,
      )
      expect(answer.headers.get('content-disposition')).toBe('attachment; filename="records.csv"')
      const [header, ...lines] = (await answer.text()).trimEnd().split('\r\n')
      expect(header).toMatch(/^id,name,email,/)
      return lines.map((line) => line.split(',')[0])
    }
    const all = await listOf('')
    expect(new Set(all)).toEqual(new Set(ids))
    expect(all).toHaveLength(105)
    expect(await listOf('&limit=102')).toEqual(all.slice(0, 102))
    const path = `/results/content?template=${template}&sort=created&limit=2`
    const { next } = await json<List>(path)
    expect(await listOf(`&cursor=${next}`)).toEqual(all.slice(2))
  })

  describe('are of nobody else', () => {
    test.each(['', '/events'])('/results/content/{id}%s', async (rest) => {
      const record = await newRecord()
      const unauthorised = await ask(service, `/results/content/${record.id}${rest}`, '')
      expect(unauthorised.status).toBe(401)
      expect(unauthorised.headers.get('www-authenticate')).toBe('Bearer')
      for (const [id, as] of [
        [record.id, otherToken],
        ['0'.repeat(24), undefined],
        ['no-id', undefined],
        ['%00', undefined],
      ] as const) {
        const answer = await ask(service, `/results/content/${id}${rest}`, as)
        expect([answer.status, await answer.json()]).toEqual([
          404,
          { error: 40400, message: expect.any(String) },
        ])
      }
    })

    test('the list and templates', async () => {
      await newRecord({ template: 'private' })
      expect((await ask(service, '/results/content', '')).status).toBe(401)
      expect((await ask(service, '/results/template/private', '')).status).toBe(401)
      const list = await ask(service, '/results/content?search=private', otherToken)
      expect(await list.json()).toEqual({ records: [] })
      expect((await ask(service, '/results/template/private', otherToken)).status).toBe(404)
    })
  })

  describe('events', () => {
    const visit = newVisitName()
    const events = [view(1), click(2, { button: 'key' }), duration(3, 700), view(4, { item: 'unknown' })]

    test('are exported as NDJSON, with durations as they are now', async () => {
      const record = await newRecord()
      const before = Date.now()
      await send(service, batchOf(record, { visit, events }))
      await send(service, batchOf(record, { visit, sent: 9000, events: [duration(3, 2900)] }))
      const answer = await ask(service, `/results/content/${record.id}/events`)
      expect(answer.headers.get('content-type')).toContain('application/x-ndjson')
      const lines = (await answer.text()).trimEnd().split('\n')
      const date = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
      expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
        { visit, seq: 1, item: 'hero', type: 'view', date },
        { visit, seq: 2, item: 'cta', type: 'click', date, button: 'key' },
        { visit, seq: 3, item: 'pricing', type: 'duration', date, ms: 2900 },
      ])
      const dates = lines.map((line) => Date.parse((JSON.parse(line) as { date: string }).date))
      expect((dates[1] ?? 0) - (dates[0] ?? 0)).toBe(4020 - 1310)
      expect(dates[2]).toBeGreaterThanOrEqual(before)
    })
  })

  test('a page of visits has a hundred, and the next goes on', async () => {
    const record = await newRecord()
    const names = Array.from({ length: 101 }, newVisitName)
    await Promise.all(names.map((visit) => send(service, batchOf(record, { visit, events: [view(1)] }))))
    const path = `/results/content/${record.id}/visits?limit=1000`
    const first: Timeline = await json(path)
    const second: Timeline = await json(`${path}&cursor=${first.next}`)
    expect([first.visits.length, second]).toEqual([
      100,
      expect.not.objectContaining({ next: expect.anything() }),
    ])
    expect([...first.visits, ...second.visits].map(({ visit }) => visit).sort()).toEqual(names.sort())
  })

  test('of a template are the sum over its records', async () => {
    const [first, second] = [await newRecord({ template: 'summer' }), await newRecord({ template: 'summer' })]
    const forTest = await newRecord({ template: 'summer', test: true })
    await newRecord({ template: 'summer', organization: 'other' })
    const applied = report({ applied: [0], missing: [1] })
    await send(service, batchOf(first, { last: 3, report: applied, events: [view(1), duration(2, 1000)] }))
    await send(service, batchOf(second, { report: applied, events: [view(1), duration(2, 3000), click(3)] }))
    await send(service, batchOf(forTest, { events: [view(1)] }))
    const day = new Date().toISOString().slice(0, 10)
    expect(await json('/results/template/summer')).toEqual({
      template: 'summer',
      records: 2,
      visits: 2,
      machines: 0,
      unsure: 0,
      lost: 1,
      items: [
        { id: 'hero', selector: '#hero', type: 'view', visits: 2, events: 2, ms: 0, medianMs: 0 },
        { id: 'cta', selector: '.cta', type: 'click', visits: 1, events: 1, ms: 0, medianMs: 0 },
        {
          id: 'pricing',
          selector: '#pricing',
          type: 'duration',
          visits: 2,
          events: 2,
          ms: 4000,
          medianMs: 2000,
        },
      ],
      report: [
        { index: 0, selector: '#hero h1', type: 'text', applied: 2, missing: 0, refused: 0, contested: 0 },
        { index: 1, selector: '#hero img', type: 'src', applied: 0, missing: 2, refused: 0, contested: 0 },
        { index: 2, selector: '#hero .lead', type: 'html', applied: 0, missing: 0, refused: 0, contested: 0 },
      ],
      days: [{ day, visits: 2, views: 2, clicks: 1, ms: 4000 }],
    })
    expect((await ask(service, '/results/template/unknown')).status).toBe(404)
  })

  describe('the list of records', () => {
    test('sorts by age or last visit, finds by words and template, and goes on where it ended', async () => {
      const organization = 'other'
      const ids: string[] = []
      for (let each = 0; each < 5; each++) {
        const record = await newRecord({ organization, template: each < 3 ? 'named' : 'named-de' })
        await service.service.db
          .updateTable('content')
          .set({ created_at: new Date(each * 1000) })
          .where('id', '=', record.id)
          .execute()
        ids.push(record.id)
        const began = { sent: 100_000 - 10_000 * each, input: true }
        if (each % 2 === 0) await send(service, batchOf(record, began))
      }
      const listed = async (query: string) => {
        const seen: string[] = []
        for (let next: string | undefined = ''; next !== undefined; ) {
          const path = `/results/content?${query}&limit=2${next ? `&cursor=${next}` : ''}`
          const page = (await (await ask(service, path, otherToken)).json()) as List
          expect(page.records.length).toBeLessThanOrEqual(2)
          seen.push(...page.records.map(({ id }) => id))
          next = page.next
        }
        return seen.flatMap((id) => (ids.includes(id) ? ids.indexOf(id) : [])).join('')
      }
      const unvisited = [1, 3].sort((one, other) => ((ids[one] ?? '') < (ids[other] ?? '') ? -1 : 1))
      expect(await listed('sort=created')).toBe('01234')
      expect(await listed('search=JANE+acm')).toBe('43210')
      expect(await listed('search=nobody')).toBe('')
      expect(await listed('sort=lastVisit')).toBe(`024${unvisited.join('')}`)
      expect(await listed('sort=-lastVisit')).toBe(`420${unvisited.toReversed().join('')}`)
      expect(await listed('template=named&sort=-lastVisit')).toBe('201')
      expect(await listed('template=named-de')).toBe('43')
      expect(await listed('template=name')).toBe('')
    })

    test('says who a record is for and how it fares', async () => {
      const record = await newRecord()
      const one = async () => {
        const { records } = await json<List>(`/results/content?id=${record.id}`)
        const { rows } = await service.service.pool.query('SELECT health FROM report.records WHERE id = $1', [
          record.id,
        ])
        return { ...records[0], ...(rows[0] as { health: string }) }
      }
      expect(await one()).toMatchObject({ prospect: 'Jane Doe', status: 'completed', health: 'unknown' })
      await send(service, batchOf(record, { report: report({ applied: [0, 1], missing: [2] }) }))
      expect(await one()).toMatchObject({ health: 'broken' })
      await send(service, batchOf(record, { report: report({ applied: [0, 1, 2] }) }))
      expect(await one()).toMatchObject({ health: 'good', visits: 2 })
    })

    test.each([
      'sort=nothing',
      'limit=0',
      'limit=1001',
      'cursor=xyz',
      'sort=visits',
      'cursor=WyJhIiwiYiJd',
      'search=a&search=b',
    ])('%s is 400', async (query) => {
      const answer = await ask(service, `/results/content?${query}`)
      expect([answer.status, ((await answer.json()) as { error: number }).error]).toEqual([400, 40001])
    })

    test.each(['search=%00', "search='%25_", 'search=%F0%9F%98%80'])(
      '%s finds nothing and breaks nothing',
      async (query) => {
        expect((await ask(service, `/results/content?${query}`)).status).toBe(200)
      },
    )
  })
})
