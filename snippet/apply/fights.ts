/** How often the page has written over a target lately. */
export interface Fight {
  count: number
  /** When it last did, in milliseconds of the page's clock. */
  at: number
}

/** More than this at once, or more than one a second for long, is a page that fights back. */
const maxFights = 50

/** Counts that the page wrote over a target. Answers whether the page has won. */
export const isLost = (fight: Fight): boolean => {
  const now = performance.now()
  fight.count = Math.max(0, fight.count - (now - fight.at) / 1000) + 1
  fight.at = now
  return fight.count > maxFights
}

/** More answers to the page than this within one task, each to a new target, are a loop that would never end. */
const maxRounds = 250

/** Counts, for each item, the rounds of one task in which Motif answered to the page. */
export const createRounds = <Item>() => {
  const rounds = new Map<Item, number>()
  return {
    /** Counts a round. Answers whether the page would go on for ever. */
    isEndless(item: Item): boolean {
      if (!rounds.size) setTimeout(() => rounds.clear())
      const count = (rounds.get(item) ?? 0) + 1
      rounds.set(item, count)
      return count > maxRounds
    },
  }
}
