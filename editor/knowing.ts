import { effect } from '@preact/signals'
import { type Editing, savedEdits } from './editing.ts'

/** How long changes must pause before people are counted. */
const pauseMs = 300

/** Reads what is known of the people of a campaign, and counts for whom the cases are, again after every change. */
export function followPeople(editing: Editing, life: AbortSignal): void {
  readKnownPeople(editing, undefined, life)
  let asked = new AbortController()
  const stop = effect(() => {
    asked.abort()
    const { content } = editing.history.template.value
    const campaign = editing.people.value?.campaign
    if (!content.some((item) => item.for)) return
    asked = new AbortController()
    const { signal } = asked
    const wish = { ...savedEdits(editing), ...(campaign !== undefined && { campaign }) }
    const count = async () => {
      const counts = await editing.client.countCases(wish, signal)
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

/** Reads what is known of the people of a campaign of the template, by default its newest. */
export async function readKnownPeople(
  { client, people }: Editing,
  campaign?: string,
  signal?: AbortSignal,
): Promise<void> {
  const read = await client.readPeople(campaign, signal)
  if (read) people.value = read
}
