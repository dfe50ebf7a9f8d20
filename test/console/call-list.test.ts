import { expect, test } from 'vitest'
import type { Interested } from '../../console/api/today.ts'
import { companiesOf, filterCalls, heatOf, optionsOf } from '../../console/screens/today/call-list.ts'

const now = Date.parse('2026-11-24T12:00:00Z')

function person(label: string, more: Partial<Interested> = {}): Interested {
  return {
    prospect: label,
    content: label,
    label,
    template: 'launch',
    visits: 1,
    lastVisitAt: '2026-11-24T11:00:00Z',
    firstVisitAt: '2026-11-20T11:00:00Z',
    reached: false,
    items: [],
    done: false,
    ...more,
  }
}

const spring = { id: 'a'.repeat(24), name: 'Spring' }
const people = [
  person('Ada', { reached: true, company: 'Acme', owner: 'Tom', campaign: spring }),
  person('Bo', {
    company: 'Bolt',
    firstVisitAt: '2026-11-24T10:00:00Z',
    lastVisitAt: '2026-11-24T10:00:00Z',
  }),
  person('Cy', { company: 'Acme', owner: 'Ann', lastVisitAt: '2026-11-24T11:30:00Z' }),
  person('Di', { done: true, company: 'Acme' }),
  person('Ed'),
]

test.each([
  ['', ['Ada', 'Bo', 'Cy', 'Ed']],
  ['done=1', ['Di']],
  ['goal=1', ['Ada']],
  ['new=1', ['Bo']],
  ['owner=Ann', ['Cy']],
  [`campaign=${spring.id}`, ['Ada']],
  [`campaign=${spring.id}&owner=Ann`, []],
])('the address ?%s asks for %j', (query, labels) => {
  expect(filterCalls(people, new URLSearchParams(query), now).map(({ label }) => label)).toEqual(labels)
})

test('companies are in the order of their warmest, with everybody who came; who has none stands alone', () => {
  const companies = companiesOf(filterCalls(people, new URLSearchParams(), now))
  expect(companies.map(({ name, people: of }) => [name, of.map(({ label }) => label)])).toEqual([
    ['Acme', ['Ada', 'Cy']],
    ['Bolt', ['Bo']],
    ['Ed', ['Ed']],
  ])
  expect(companies[0]?.lastVisitAt).toBe('2026-11-24T11:30:00Z')
})

test('whoever came by two links is one person of their company, as warm as by the warmer', () => {
  const [warm, cold] = [person('Ada', { company: 'Acme', reached: true }), person('Ada', { company: 'Acme' })]
  const last = '2026-11-24T11:45:00Z'
  const [acme] = companiesOf([warm, person('Cy', { company: 'Acme' }), { ...cold, lastVisitAt: last }])
  expect(acme?.people.map(({ label, reached }) => [label, reached])).toEqual([
    ['Ada', true],
    ['Cy', false],
  ])
  expect(acme?.lastVisitAt).toBe(last)
})

test('what can be chosen is what there is', () => {
  expect(optionsOf(people)).toEqual({ campaigns: new Map([[spring.id, 'Spring']]), owners: ['Ann', 'Tom'] })
})

test('who reached the goal is warmer than who only read', () => {
  const read = (ms: number) => [{ item: 'pricing', type: 'duration' as const, visits: 1, ms }]
  const crowd = [person('goal', { reached: true }), person('long', { items: read(90_000) }), person('short')]
  const [goal = 0, long = 0, short = 0] = crowd.map((each) => heatOf(each, crowd))
  expect([goal, long, short].every((heat) => heat >= 0 && heat <= 1)).toBe(true)
  expect(long).toBeGreaterThan(short)
  expect(heatOf(person('both', { reached: true, items: read(90_000) }), crowd)).toBe(1)
})
