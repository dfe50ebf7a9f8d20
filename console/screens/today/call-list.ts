import type { Interested } from '../../api/today.ts'
import { grouped } from '../../parts/grouped.ts'

/** The people of one company. */
export interface Company {
  name: string
  /** Each once, by the warmest of their links; warmest first. */
  people: Interested[]
  lastVisitAt: string
}

const dayMs = 86_400_000

/** Whether somebody came for the first time within a day. */
export function isNewVisitor({ firstVisitAt }: Interested, now = Date.now()): boolean {
  return now - Date.parse(firstVisitAt) < dayMs
}

/** The people that the address asks for, in their order: those who are done only if it asks for them. */
export function filterCalls(people: Interested[], query: URLSearchParams, now = Date.now()): Interested[] {
  const isOn = (name: string) => query.get(name) === '1'
  const [campaign, owner] = [query.get('campaign'), query.get('owner')]
  return people.filter(
    (person) =>
      person.done === isOn('done') &&
      (!campaign || person.campaign?.id === campaign) &&
      (!owner || person.owner === owner) &&
      (!isOn('goal') || person.reached) &&
      (!isOn('new') || isNewVisitor(person, now)),
  )
}

/** What can be chosen: the campaigns by id, and the owners. */
export function optionsOf(people: Interested[]): { campaigns: Map<string, string>; owners: string[] } {
  const campaigns = new Map(
    people.flatMap(({ campaign }) => (campaign ? [[campaign.id, campaign.name]] : [])),
  )
  const owners = [...new Set(people.flatMap(({ owner }) => owner ?? []))]
  return { campaigns, owners: owners.sort((a, b) => a.localeCompare(b)) }
}

/** The companies of people, in the order of their warmest; somebody without one stands alone. */
export function companiesOf(people: Interested[]): Company[] {
  const byName = grouped(people, ({ company, label }) => company ?? label)
  return [...byName].map(([name, of]) => ({
    name,
    people: [...grouped(of, ({ prospect }) => prospect).values()].flatMap(([warmest]) => warmest ?? []),
    lastVisitAt: of.map(({ lastVisitAt }) => lastVisitAt).reduce((a, b) => (a > b ? a : b)),
  }))
}

/** A click counts as much as this time of reading, a further visit as much as a click. */
const clickMs = 10_000

function interestMs({ items, visits }: Interested): number {
  const clicks = items.filter(({ type }) => type === 'click').reduce((sum, item) => sum + item.visits, 0)
  return items.reduce((sum, { ms }) => sum + ms, 0) + clickMs * (clicks + visits - 1)
}

/** How warm somebody is, from 0 to 1, beside the others. Who reached the goal is at least half. */
export function heatOf(person: Interested, all: Interested[]): number {
  const most = Math.max(1, ...all.map(interestMs))
  const share = Math.log1p(interestMs(person)) / Math.log1p(most)
  return person.reached ? 0.5 + share / 2 : share * 0.8
}

/** Words as a sentence. */
export function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
}
