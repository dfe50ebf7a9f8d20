import type { ClientBase } from 'pg'
import type { Happening } from '../../base/outbox/happenings.ts'
import type { EventRow } from '../rows.ts'
import { isOfPerson } from '../visit-kind.ts'
import type { ChangedEvent, ChangedVisit, Changes, Measured } from './changes.ts'
import { readEarlier, readEventsOf } from './sql.ts'

type PersonVisit = ChangedVisit & { measured: Measured }

/**
 * What webhooks and alerts want to know of a group of batches that is not written yet: visits that have become a person's,
 * those of somebody who came before, the first goal of a record, and what was read for longer than before.
 *
 * @param wants what an organization wants to be told of; nothing for most
 */
export async function happenedIn(
  client: ClientBase,
  all: Changes[],
  wants: (organization: string) => readonly string[],
): Promise<Happening[]> {
  const visits = all
    .filter(({ measured }) => wants(measured.organization).length > 0)
    .flatMap(({ measured, visits }) => [...visits.values()].map((changed) => ({ measured, ...changed })))
    .filter(({ visit }) => isOfPerson(visit))
    .sort((one, other) => one.visit.began_at.getTime() - other.visit.began_at.getTime())
  const news = visits.filter((each) => begins(each) || reachesGoal(each))
  const earlier = await readEarlier(client, [...new Set(news.map(({ measured }) => measured))])
  const came = new Set(earlier.filter((each) => each.came).map(({ content }) => content))
  const reached = new Set(earlier.filter((each) => each.reached).map(({ content }) => content))
  const begun = visits.filter((each) => begins(each) && !each.isNew)
  const stored = await readEventsOf(
    client,
    begun.map(({ visit }) => visit),
  )
  const happenings = visits.flatMap((each): Happening[] => {
    const { organization, content, visit } = each.visit
    const of = { organization, content, visit }
    const events = eventsOf(each, stored)
    const goals = reachesGoal(each) && !reached.has(content) ? goalsAmong(events, each.measured) : []
    const told = { ...of, key: `${content} ${visit}`, at: each.visit.began_at.getTime() }
    const type = came.has(content) ? 'visit.returned' : 'visit.first'
    if (begins(each)) came.add(content)
    if (goals.length > 0) reached.add(content)
    return [
      ...(begins(each) ? [{ ...told, type: 'visit.started' as const }, { ...told, type } as const] : []),
      ...goals.map((at) => ({ ...of, type: 'goal.reached' as const, key: content, at })),
      ...events
        .filter(({ ms }) => ms !== null)
        .map(({ item, ms, fromMs = 0, happened_at }) => ({
          ...{ ...told, at: happened_at.getTime(), type: 'item.read' as const },
          ...{ detail: item ?? '', fromMs, toMs: ms ?? 0 },
        })),
    ]
  })
  return happenings.filter(({ organization, type }) => wants(organization).includes(type))
}

function begins({ before }: ChangedVisit): boolean {
  return !before.isPerson
}

function reachesGoal({ visit, before, measured: { goal } }: PersonVisit): boolean {
  return goal !== undefined && visit.items.includes(goal) && !(before.isPerson && before.reachedGoal)
}

/** When the goal was reached first, if it was. */
function goalsAmong(events: ChangedEvent[], { items, goal }: Measured): number[] {
  const reaching = events.filter(({ item }) => item !== null && items.get(item)?.index === goal)
  return reaching.length > 0 ? [Math.min(...reaching.map(({ happened_at }) => happened_at.getTime()))] : []
}

/** What a visit that has become a person's did so far; else what is new. */
function eventsOf(changed: ChangedVisit, stored: EventRow[]): ChangedEvent[] {
  const { visit, numbers } = changed
  if (!begins(changed)) return [...numbers.values()].filter(({ change }) => change)
  const before = stored.filter((row) => row.content === visit.content && row.visit === visit.visit)
  const all = new Map<number, ChangedEvent>(before.map((row) => [row.seq, row]))
  for (const [seq, { fromMs: _, ...row }] of numbers) all.set(seq, row)
  return [...all.values()]
}
