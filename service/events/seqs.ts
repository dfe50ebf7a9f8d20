/**
 * A set of event numbers as the sorted bounds of its ranges: `[1, 4, 7, 7]` is 1, 2, 3, 4 and 7. A visit numbers its
 * events from 1 without gaps, so a set has just two bounds unless events were lost.
 */
export type Seqs = number[]

/** Whether `seq` is in the set. */
export function hasSeq(seqs: Seqs, seq: number): boolean {
  const at = firstRangeEndingFrom(seqs, seq)
  const from = seqs[at]
  return from !== undefined && from <= seq
}

/** Adds `seq` in place, and joins ranges that touch. */
export function addSeq(seqs: Seqs, seq: number): void {
  if (hasSeq(seqs, seq)) return
  const at = firstRangeEndingFrom(seqs, seq)
  const touchesBefore = seqs[at - 1] === seq - 1
  const touchesAfter = seqs[at] === seq + 1
  if (touchesBefore && touchesAfter) seqs.splice(at - 1, 2)
  else if (touchesBefore) seqs[at - 1] = seq
  else if (touchesAfter) seqs[at] = seq
  else seqs.splice(at, 0, seq, seq)
}

/** Position of the lower bound of the first range that does not end before `seq`. */
function firstRangeEndingFrom(seqs: Seqs, seq: number): number {
  let low = 0
  let high = seqs.length / 2
  while (low < high) {
    const middle = (low + high) >> 1
    if ((seqs[2 * middle + 1] as number) < seq) low = middle + 1
    else high = middle
  }
  return 2 * low
}
