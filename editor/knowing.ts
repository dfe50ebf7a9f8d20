import { effect } from '@preact/signals'
import { type Editing, firstSeen, savedEdits } from './editing.ts'

/** How long changes must pause before people are counted. */
const pauseMs = 300

/**
 * Reads what is known of the people of the template's newest campaign, as the first of whom the page is seen, and counts for whom the cases
 * are, again after every change.
 */
export function followPeople(editing: Editing, life: AbortSignal): void {
  const { client, people, seenAs } = editing
  client.readPeople(life).then((read) => {
    people.value = read
    if (read && seenAs.value === 'page') seenAs.value = firstSeen(read)
  })
  let asked = new AbortController()
  const stop = effect(() => {
    asked.abort()
    const { content } = editing.history.template.value
    const campaign = people.value?.campaign
    if (!content.some((item) => item.for)) return
    asked = new AbortController()
    const { signal } = asked
    const wish = { ...savedEdits(editing), ...(campaign !== undefined && { campaign }) }
    const count = async () => {
      const counts = await client.countCases(wish, signal)
      // A template with faults has none: the previous ones stay.
      if (counts && counts.items.length > 0 && !signal.aborted) editing.counts.value = counts
    }
    setTimeout(() => signal.aborted || count(), pauseMs)
  })
  life.addEventListener('abort', () => {
    asked.abort()
    stop()
  })
}
