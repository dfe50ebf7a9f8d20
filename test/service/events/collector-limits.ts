import { describe, expect, test } from 'vitest'
import { ask, batchOf, click, duration, itemsOf, newVisitName, resultsOf, send, view } from './batch.ts'
import { insertRecord, type LocalService } from './records.ts'

/** What the collector drops, and where a page can fill up nothing. */
export function collectorLimits(service: () => LocalService) {
  const newRecord = (values = {}) => insertRecord(service().service.db, values)

  test('a bad event is dropped alone, and counted by its reason, once', async () => {
    const record = await newRecord()
    const before = await droppedFigures(service())
    const batch = batchOf(record, {
      last: 6,
      events: [
        view(1),
        view(2, { item: 'unknown' }),
        view(3, { item: 'cta' }),
        { ...view(4), type: 'hover' } as never,
        duration(5, 5231),
        click(6),
      ],
    })
    await send(service(), batch, batch)
    const after = await droppedFigures(service())
    expect(after('unknown_item') - before('unknown_item')).toBe(1)
    expect(after('wrong_type') - before('wrong_type')).toBe(2)
    expect(after('too_long') - before('too_long')).toBe(1)
    expect(await itemsOf(service(), record)).toEqual(['hero 1/1', 'cta 1/1', 'pricing 0/0'])
    const list = await ask(service(), `/results/content?id=${record.id}`)
    expect(await list.json()).toMatchObject({
      records: [{ dropped: { unknown_item: 1, wrong_type: 2, too_long: 1 } }],
    })
  })

  describe('nothing that a page sends grows without bound', () => {
    const hourMs = 3_600_000
    const yearMs = 365 * 24 * hourMs
    const droppedBy = async (reason: string, act: () => Promise<unknown>) => {
      const before = await droppedFigures(service())
      await act()
      const after = await droppedFigures(service())
      return after(reason) - before(reason)
    }

    test('a visit has 1,000 numbers', async () => {
      const record = await newRecord()
      const visit = newVisitName()
      const sendAll = async () => {
        for (let first = 1; first <= 1200; first += 200) {
          const events = Array.from({ length: 200 }, (_, at) => click(first + at))
          await send(service(), batchOf(record, { visit, last: first + 199, events }))
        }
      }
      expect(await droppedBy('too_many_numbers', sendAll)).toBe(200)
      expect(await itemsOf(service(), record)).toContain('cta 1/1000')
      expect((await resultsOf(service(), record)).lost).toBe(0)
    })

    test('a visit has 64 durations', async () => {
      const record = await newRecord()
      const events = Array.from({ length: 100 }, (_, at) => duration(at + 1, 10))
      const batch = batchOf(record, { last: 100, events })
      expect(await droppedBy('too_many_durations', () => send(service(), batch, batch))).toBe(36)
      expect(await itemsOf(service(), record)).toContain('pricing 1/64 640 ms ~10')
      expect((await resultsOf(service(), record)).lost).toBe(0)
    })

    test('nothing was seen for longer than its record is there, and an hour', async () => {
      const record = await newRecord()
      const told = (ms: number) => batchOf(record, { sent: yearMs, events: [duration(1, ms)] })
      expect(await droppedBy('too_long', () => send(service(), told(yearMs), told(hourMs + 60_000)))).toBe(2)
      const batch = told(hourMs)
      const grown = { ...batch, events: [duration(1, yearMs)] }
      await send(service(), batch, grown)
      expect(await itemsOf(service(), record)).toContain(`pricing 1/1 ${hourMs} ms ~${hourMs}`)
    })

    test('1,000 visits of a record begin in an hour, and more in the next one', async () => {
      const record = await newRecord()
      const now = Date.now()
      const arrivalAt = (arrivedAt: number) => ({
        batch: batchOf(record, { events: [view(1), click(2)] }),
        arrivedAt,
        robot: false,
      })
      const arrive = async (count: number, arrivedAt: number) => {
        const arrivals = Array.from({ length: count }, () => arrivalAt(arrivedAt))
        await service().service.storeBatches(arrivals)
        return resultsOf(service(), record)
      }
      expect(await arrive(990, now - hourMs)).toMatchObject({ visits: 990 })
      const known = batchOf(record, { events: [view(1)] })
      await service().service.storeBatches([{ batch: known, arrivedAt: now - hourMs / 2, robot: false }])
      const before = await resultsOf(service(), record)
      const { dropped } = await service().service.storeBatches(
        Array.from({ length: 20 }, () => arrivalAt(now - 1)),
      )
      expect(before).toMatchObject({ visits: 991 })
      expect(dropped).toEqual(new Map([['too_many_visits', 22]]))
      expect(await resultsOf(service(), record)).toMatchObject({ visits: 1000 })
      await send(service(), { ...known, events: [click(2)] })
      expect((await resultsOf(service(), record)).items[1]).toMatchObject({ events: 1000 })
      expect(await arrive(1, now)).toMatchObject({ visits: 1001 })
    })
  })
}

/** What was dropped so far. */
async function droppedFigures(service: LocalService) {
  const text = await (await ask(service, '/metrics', '')).text()
  return (reason: string) =>
    Number(new RegExp(`motif_events_dropped_total\\{reason="${reason}"\\} (\\d+)`).exec(text)?.[1])
}
