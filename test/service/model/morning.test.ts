import { expect, test } from 'vitest'
import { lastMonday, nextMonday, nextMorning, weekBefore } from '../../../service/base/words/morning.ts'

const at = (time: string) => Date.parse(time)
const iso = (time: number) => new Date(time).toISOString().slice(0, 16)

test.each([
  ['2026-11-24T06:59:00Z', 'UTC', '2026-11-24T07:00'],
  ['2026-11-24T07:00:00Z', 'UTC', '2026-11-25T07:00'],
  // Clocks go forward on the 29th of March there, and back on the 25th of October.
  ['2026-03-28T12:00:00Z', 'Europe/Berlin', '2026-03-29T05:00'],
  ['2026-10-24T12:00:00Z', 'Europe/Berlin', '2026-10-25T06:00'],
  // A day of 23 hours is a day, too, for what happens in the last hour before it.
  ['2026-03-28T22:30:00Z', 'Europe/Berlin', '2026-03-29T05:00'],
  ['2026-10-24T21:30:00Z', 'Europe/Berlin', '2026-10-25T06:00'],
  ['2026-03-08T04:30:00Z', 'America/New_York', '2026-03-08T11:00'],
  // It is tomorrow there already, or still yesterday.
  ['2026-11-24T23:30:00Z', 'Pacific/Auckland', '2026-11-25T18:00'],
  ['2026-11-25T05:00:00Z', 'America/Los_Angeles', '2026-11-25T15:00'],
])('after %s in %s the next morning begins at %s', (now, timeZone, morning) => {
  expect(iso(nextMorning(at(now), { hour: 7, timeZone }))).toBe(morning)
})

test('the next Monday is a Monday there', () => {
  const berlin = { hour: 0, timeZone: 'Europe/Berlin' }
  expect(iso(nextMonday(at('2026-11-24T12:00:00Z'), berlin))).toBe('2026-11-29T23:00')
  expect(iso(nextMonday(at('2026-11-29T23:00:00Z'), berlin))).toBe('2026-12-06T23:00')
  expect(iso(nextMonday(at('2026-11-29T22:59:00Z'), berlin))).toBe('2026-11-29T23:00')
})

test('the last Monday is the one whose morning has begun there', () => {
  const berlin = { hour: 7, timeZone: 'Europe/Berlin' }
  expect(iso(lastMonday(at('2026-11-23T05:59:00Z'), berlin))).toBe('2026-11-16T06:00')
  expect(iso(lastMonday(at('2026-11-23T06:00:00Z'), berlin))).toBe('2026-11-23T06:00')
  expect(iso(lastMonday(at('2026-11-29T23:30:00Z'), berlin))).toBe('2026-11-23T06:00')
})

test.each([
  ['2026-11-23T06:00:00Z', 'Europe/Berlin', '2026-11-15T23:00', '2026-11-22T23:00'],
  // Clocks go back in the week, or forward.
  ['2026-10-26T06:00:00Z', 'Europe/Berlin', '2026-10-18T22:00', '2026-10-25T23:00'],
  ['2026-03-30T05:00:00Z', 'Europe/Berlin', '2026-03-22T23:00', '2026-03-29T22:00'],
  // It is Monday there while it is Sunday in UTC.
  ['2026-11-22T18:00:00Z', 'Pacific/Auckland', '2026-11-15T11:00', '2026-11-22T11:00'],
])('the week before %s in %s is seven days of its calendar', (monday, timeZone, from, to) => {
  const week = weekBefore(at(monday), { hour: 7, timeZone })
  expect([iso(week.from), iso(week.to)]).toEqual([from, to])
})
