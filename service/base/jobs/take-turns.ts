import type { Shares } from '../fair/fair-share.ts'

/** The jobs under way, by organization and by host, and when each organization had its last turn. */
interface UnderWay {
  organizations: Shares
  hosts: Shares
  /** Organizations in the order of their last turns; one that is missing had no turn lately. */
  lastTurns: Set<string>
}

interface Candidate {
  organization: string
  host: string
}

/**
 * Chooses which of the due jobs start now. Organizations take turns: the one with the fewest jobs under way comes first,
 * of several the one that waited longest. None gets more than its share (see `shareOf`), and no host more than
 * `perHost`. The chosen jobs are counted in `underWay`. `candidates` are in the order of each organization.
 */
export function chooseJobs<T extends Candidate>(
  candidates: T[],
  { organizations, hosts, lastTurns }: UnderWay,
  perHost: number,
): T[] {
  const queues = Map.groupBy(candidates, ({ organization }) => organization)
  const waiting = new Set([...queues.keys()].filter((name) => !lastTurns.has(name)))
  for (const name of lastTurns) if (queues.has(name)) waiting.add(name)
  const chosen: T[] = []

  function take(organization: string): void {
    const queue = queues.get(organization) ?? []
    const at = queue.findIndex(({ host }) => host === '' || hosts.of(host) < perHost)
    waiting.delete(organization)
    if (at < 0) return
    const [job] = queue.splice(at, 1)
    chosen.push(job as T)
    organizations.add(organization, 1)
    hosts.add((job as T).host, 1)
    // To the end of both: whoever has had a turn comes last.
    waiting.add(organization)
    lastTurns.delete(organization)
    lastTurns.add(organization)
  }

  for (let next = organizations.next(waiting); next !== undefined; next = organizations.next(waiting))
    take(next)
  for (const known of lastTurns)
    if (organizations.of(known) === 0 && !waiting.has(known)) lastTurns.delete(known)
  return chosen
}
