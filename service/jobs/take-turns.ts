import { type Held, shareOf } from '../model/fair-share.ts'

/** How many jobs may be under way at once, in all and for one host. */
export interface TurnLimits {
  concurrency: number
  perHost: number
}

/** The jobs under way, by organization and by host, and when each organization had its last turn. */
export interface UnderWay {
  organizations: Held
  hosts: Held
  /** Numbered upwards; an organization that is missing had no turn lately. */
  lastTurns: Map<string, number>
}

interface Candidate {
  organization: string
  host: string
}

/**
 * Chooses which of the due jobs start now. Organizations take turns: the one with the fewest jobs under way comes first,
 * of several the one that waited longest. None gets more than its share (see `shareOf`), and no host more than its limit.
 * The chosen jobs are counted in `underWay`. `candidates` are in the order of each organization.
 */
export function chooseJobs<T extends Candidate>(
  candidates: T[],
  underWay: UnderWay,
  { concurrency, perHost }: TurnLimits,
): T[] {
  const { organizations, hosts, lastTurns } = underWay
  const queues = Map.groupBy(candidates, ({ organization }) => organization)
  const chosen: T[] = []
  let turn = Math.max(0, ...lastTurns.values())

  function mayTake(organization: string): boolean {
    const held = organizations.of(organization)
    return held < shareOf(concurrency, organizations.total - held)
  }

  function isBefore(a: string, b: string): boolean {
    const [heldByA, heldByB] = [organizations.of(a), organizations.of(b)]
    return heldByA === heldByB ? (lastTurns.get(a) ?? 0) < (lastTurns.get(b) ?? 0) : heldByA < heldByB
  }

  function nextOrganization(): string | undefined {
    let next: string | undefined
    for (const organization of queues.keys())
      if (mayTake(organization) && (next === undefined || isBefore(organization, next))) next = organization
    return next
  }

  function take(organization: string): void {
    const queue = queues.get(organization) ?? []
    const at = queue.findIndex(({ host }) => host === '' || hosts.of(host) < perHost)
    if (at < 0) {
      queues.delete(organization)
      return
    }
    const [job] = queue.splice(at, 1)
    chosen.push(job as T)
    organizations.add(organization, 1)
    hosts.add((job as T).host, 1)
    turn += 1
    lastTurns.set(organization, turn)
  }

  while (organizations.total < concurrency) {
    const next = nextOrganization()
    if (next === undefined) break
    take(next)
  }
  for (const known of lastTurns.keys())
    if (organizations.of(known) === 0 && !queues.has(known)) lastTurns.delete(known)
  return chosen
}
