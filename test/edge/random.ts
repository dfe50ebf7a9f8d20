/** Gives a whole number from 0 to below this one. */
export type Random = (below: number) => number

/** Mulberry32: small, and the same for one seed. */
export function randomNumbers(from: number): Random {
  let state = from
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * below)
  }
}

/** One of these. */
export const oneOf = <One>(random: Random, all: readonly One[]): One => all[random(all.length)] as One
