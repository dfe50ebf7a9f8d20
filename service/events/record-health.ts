import type { Health, TallyState } from './tally.ts'

/** A record is broken where all recent visits report one of its items as missing or refused. */
export function healthOf({ recent }: TallyState): Health {
  const [first] = recent
  if (!first) return 'unknown'
  const isLacking = (report: string, index: number) => report[index] === 'm' || report[index] === 'r'
  const lacking = [...first[1]].some((_, index) => recent.every(([, report]) => isLacking(report, index)))
  return lacking ? 'broken' : 'good'
}
