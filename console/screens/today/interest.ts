import { analyticsWords, inSentence } from '../../../wire/analytics-words.ts'
import { madePageOf } from '../../api/campaigns.ts'
import type { Interest, Interested } from '../../api/today.ts'
import { formatDuration, listOf } from '../../parts/format.ts'

/**
 * What somebody does and did, in words: `Is reading Team; reached the goal, read Pricing for 48 s, came back twice`. The
 * strongest sign comes first.
 */
export function interestOf({ now, reached, items, visits }: Interested): string {
  const longest = [...items].sort((a, b) => b.ms - a.ms)
  const said = [
    ...(reached ? ['reached the goal'] : []),
    ...namesOf(items, 'click', 'clicked'),
    ...longest.filter(isRead).map((item) => `read ${inSentence(item)} for ${formatDuration(item.ms)}`),
    ...(longest.some(isRead) ? [] : namesOf(items, 'view', 'saw')),
    ...(visits > 1 ? [cameBack(visits - 1)] : []),
  ].join(', ')
  const latest = now?.latest?.type === 'duration' ? now.latest : undefined
  const does = latest && `${analyticsWords.duration.does} ${inSentence(latest)}`
  const words = [does, said].filter(Boolean).join('; ') || 'opened the page'
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

/** The address of somebody's page, with what they read, clicked and saw coloured on it. */
export function readPageOf({ content, items }: Pick<Interested, 'content' | 'items'>): string {
  const most = Math.max(...items.map(({ ms }) => ms), 1)
  const read = items.map((item) => {
    const isTimed = isRead(item)
    const percent = isTimed ? (100 * item.ms) / most : item.type === 'click' ? 100 : 10
    return {
      item: item.item,
      percent,
      label: isTimed ? formatDuration(item.ms) : analyticsWords[item.type].done,
    }
  })
  return madePageOf(content, { read })
}

/** Whether an item was read, for a second or more. */
export function isRead({ type, ms }: Interest): boolean {
  return type === 'duration' && ms >= 1000
}

function namesOf(items: readonly Interest[], type: Interest['type'], verb: string): string[] {
  const names = items.filter((item) => item.type === type).map(inSentence)
  return names.length > 0 ? [`${verb} ${listOf(names)}`] : []
}

function cameBack(times: number): string {
  if (times === 1) return 'came back'
  return times === 2 ? 'came back twice' : `came back ${times} times`
}
