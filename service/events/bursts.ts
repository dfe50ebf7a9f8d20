import type { Arrival } from './apply-batch.ts'
import type { ChangedVisit, Changes } from './changes.ts'
import { burst, burstsAmong, type InputlessVisit } from './kinds.ts'
import type { Networks, RememberedVisit } from './networks.ts'

/** A visit of a network, as the memory has to know it after the commit. */
export interface SeenVisit extends RememberedVisit {
  network: string
  hasInput: boolean
}

/**
 * The remembered visits that may be of one burst with these batches, and are not known to be: they are judged again, in
 * the same transaction, as all of a burst are machines.
 */
export function suspectsAmong(networks: Networks, arrivals: Arrival[]): InputlessVisit[] {
  return [...inputlessByNetwork(arrivals)].flatMap(([network, batches]) => {
    const remembered = networks.visitsOf(network)
    const patterns = new Set([...remembered, ...batches].map(({ pattern }) => pattern))
    return patterns.size < burst.patterns ? [] : remembered.filter(({ isBurst }) => !isBurst)
  })
}

function inputlessByNetwork(arrivals: Arrival[]): Map<string, Arrival['batch'][]> {
  const found = new Map<string, Arrival['batch'][]>()
  for (const { network, batch } of arrivals)
    if (network !== undefined && batch.input === false)
      found.set(network, [...(found.get(network) ?? []), batch])
  return found
}

/** Finds bursts, once all batches are applied. */
export function findBursts(
  networks: Networks,
  changes: Map<string, Changes>,
  arrivals: Arrival[],
  suspects: InputlessVisit[],
): void {
  const find = finderIn(changes)
  for (const [network, visits] of Map.groupBy(seenIn(changes, arrivals), (each) => each.network)) {
    const known = networks.visitsOf(network).filter((each) => each.isBurst || suspects.includes(each))
    const all = new Map([...known, ...visits].map((each) => [`${each.visit} ${each.pattern}`, each]))
    const inputless = [...all.values()].filter((each) => {
      const visit = find(each)?.visit
      return visit ? visit.input === false : each.isBurst
    })
    for (const each of burstsAmong(inputless)) {
      const changed = find(each)
      if (changed) changed.signs.isBurst = true
    }
  }
}

/** The visits of these batches, as the memory has to know them once they are committed. */
export function seenIn(changes: Map<string, Changes>, arrivals: Arrival[]): SeenVisit[] {
  const find = finderIn(changes)
  return arrivals.flatMap(({ network, batch: { pattern, visit: name } }) => {
    const visit = find({ pattern, visit: name })?.visit
    if (network === undefined || !visit || visit.input === null) return []
    const { organization, began, why, input } = visit
    return [{ network, organization, pattern, visit: name, began, isBurst: why === 'burst', hasInput: input }]
  })
}

/** Takes over into the memory what is committed. */
export function remember(networks: Networks, seen: SeenVisit[]): void {
  for (const { network, hasInput, ...visit } of seen)
    if (hasInput) networks.forget(network, visit)
    else networks.note(network, visit)
}

function finderIn(changes: Map<string, Changes>) {
  return ({ pattern, visit }: { pattern: string; visit: string }): ChangedVisit | undefined =>
    changes.get(pattern)?.visits.get(visit)
}
