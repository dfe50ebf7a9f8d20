import type { ClientBase } from 'pg'
import type { Happening } from '../../base/outbox/happenings.ts'
import type { EventRow, VisitKey } from '../rows.ts'
import { isOfPerson } from '../visit-kind.ts'
import type { ChangedEvent, ChangedVisit, Changes, Measured } from './changes.ts'
import { type Earlier, readEarlier, readEventsOf } from './sql.ts'

/** What an organization wants to be told of; nothing for most. */
export type Wants = (organization: string) => readonly string[]

/**
 * What webhooks and alerts want to know of a group of batches that is not written yet: visits that have become a person's,
 * those of somebody who came before, the first goal of a record, and what was read for longer than before.
 */
export async function happenedIn(client: ClientBase, all: Changes[], wants: Wants): Promise<Happening[]> {
  const told = all
    .filter(({ measured }) => wants(measured.organization).length > 0)
    .map(({ measured, visits }) => ({
      measured,
      visits: [...visits.values()].filter(({ visit }) => isOfPerson(visit)),
    }))
    .filter(({ visits }) => visits.length > 0)
  const news = told.filter(({ measured, visits }) =>
    visits.some((each) => begins(each) || reachesGoal(each, measured)),
  )
  const earlier = await readEarlier(
    client,
    news.map(({ measured }) => measured),
  )
  const begun = told.flatMap(({ visits }) => visits.filter((each) => begins(each) && !each.isNew))
  const stored = await readEventsOf(
    client,
    begun.map(({ visit }) => visit),
  )
  return told
    .flatMap(({ measured, visits }) =>
      happenedTo(
        measured,
        visits.map((changed) => ({ changed, events: eventsOf(changed, stored) })),
        earlier.find(({ content }) => content === measured.content),
      ),
    )
    .filter(({ organization, type }) => wants(organization).includes(type))
}

function begins({ before }: ChangedVisit): boolean {
  return !before.isPerson
}

function reachesGoal({ visit, before }: ChangedVisit, { goal }: Measured): boolean {
  return goal !== undefined && visit.items.includes(goal) && !(before.isPerson && before.reachedGoal)
}

function eventsOf(changed: ChangedVisit, stored: EventRow[]): ChangedEvent[] {
  const { visit, numbers } = changed
  if (!begins(changed)) return [...numbers.values()].filter(({ change }) => change)
  const isOfVisit = (row: VisitKey) => row.content === visit.content && row.visit === visit.visit
  const all = new Map<number, ChangedEvent>(stored.filter(isOfVisit).map((row) => [row.seq, row]))
  for (const [seq, { fromMs: _, ...row }] of numbers) all.set(seq, row)
  return [...all.values()]
}

interface PersonVisit {
  changed: ChangedVisit
  events: ChangedEvent[]
}

function happenedTo(
  measured: Measured,
  visits: PersonVisit[],
  { came, reached }: Pick<Earlier, 'came' | 'reached'> = { came: false, reached: false },
): Happening[] {
  const { organization, content, goal, items } = measured
  const of = { organization, content }
  const begun = visits
    .filter(({ changed }) => begins(changed))
    .map(({ changed: { visit } }) => ({ visit: visit.visit, at: visit.began_at.getTime() }))
    .sort((one, other) => one.at - other.at)
  const goals = visits
    .filter(({ changed }) => !reached && reachesGoal(changed, measured))
    .flatMap(({ changed, events }) =>
      events
        .filter(({ item }) => item !== null && items.get(item)?.index === goal)
        .map(({ happened_at }) => ({ visit: changed.visit.visit, at: happened_at.getTime() })),
    )
    .sort((one, other) => one.at - other.at)
  return [
    ...begun.flatMap(({ visit, at }, index): Happening[] => {
      const told = { ...of, visit, key: `${content} ${visit}`, at }
      const type = came || index > 0 ? 'visit.returned' : 'visit.first'
      return [
        { ...told, type: 'visit.started' },
        { ...told, type },
      ]
    }),
    ...goals.slice(0, 1).map((each) => ({ ...of, ...each, type: 'goal.reached' as const, key: content })),
    ...visits.flatMap(({ changed: { visit }, events }) =>
      events
        .filter(({ ms }) => ms !== null)
        .map(({ item, ms, fromMs = 0, happened_at }) => ({
          ...{ ...of, visit: visit.visit, detail: item ?? '', fromMs, toMs: ms ?? 0 },
          ...{ type: 'item.read' as const, key: `${content} ${visit.visit}`, at: happened_at.getTime() },
        })),
    ),
  ]
}
