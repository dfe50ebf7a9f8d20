import { nameOfItem } from '../../../wire/analytics-words.ts'
import type { Interest, Interested } from '../../api/today.ts'
import { formatDuration, listOf } from '../../parts/format.ts'

/**
 * What somebody did, in words: `reached the goal, read pricing for 48 s, clicked reserve, came back twice`. The
 * strongest sign comes first.
 */
export function interestOf({ reached, items, visits }: Interested): string {
  const longest = [...items].sort((a, b) => b.ms - a.ms)
  const said = [
    ...(reached ? ['reached the goal'] : []),
    ...longest.filter(isRead).map((item) => `read ${nameOfItem(item)} for ${formatDuration(item.ms)}`),
    ...namesOf(items, 'click', 'clicked'),
    ...(longest.some(isRead) ? [] : namesOf(items, 'view', 'saw')),
    ...(visits > 1 ? [cameBack(visits - 1)] : []),
  ]
  return said.length > 0 ? said.join(', ') : 'opened the page'
}

function isRead({ type, ms }: Interest): boolean {
  return type === 'duration' && ms >= 1000
}

function namesOf(items: readonly Interest[], type: Interest['type'], verb: string): string[] {
  const names = items.filter((item) => item.type === type).map(nameOfItem)
  return names.length > 0 ? [`${verb} ${listOf(names)}`] : []
}

function cameBack(times: number): string {
  if (times === 1) return 'came back'
  return times === 2 ? 'came back twice' : `came back ${times} times`
}
