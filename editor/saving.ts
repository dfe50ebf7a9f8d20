import type { EditedTemplate } from '../wire/editor.ts'
import { type Editing, savedEdits } from './editing.ts'
import { EditorFailure } from './service/client.ts'
import { editsBetween } from './state/edits-between.ts'

/**
 * Saves the next version and, if wanted, regenerates existing links. Returns whether that worked; if not, the panel says what to
 * do.
 */
export async function save(editing: Editing): Promise<boolean> {
  const { history, client, said, isBusy, isAlsoForLinks } = editing
  if (isBusy.value) return false
  isBusy.value = true
  const steps = history.settled()
  const sent = savedEdits(editing)
  try {
    const isChanged = sent.edits.length > 0
    const saved = isChanged ? await client.save(sent) : history.base.value
    if (isChanged) history.saved(saved, steps)
    const records = isAlsoForLinks.value ? await client.regenerate() : undefined
    said.value = savedWords(saved, isChanged, records)
    isAlsoForLinks.value = false
    editing.failure.value = ''
    return true
  } catch (error) {
    await explain(editing, error)
    return false
  } finally {
    isBusy.value = false
  }
}

function savedWords({ version }: EditedTemplate, isChanged: boolean, records: number | undefined): string {
  const first = isChanged ? `Saved as version ${version}.` : `Nothing to save: this is version ${version}.`
  if (records === undefined) return first
  return `${first} ${records} ${records === 1 ? 'link is' : 'links are'} made anew.`
}

async function explain(editing: Editing, error: unknown): Promise<void> {
  if (error instanceof EditorFailure && error.status === 409) return compare(editing)
  editing.failure.value = error instanceof Error ? error.message : String(error)
}

/** Reads the version that somebody else has saved, and opens the conflict. */
async function compare({ client, history, conflict, failure }: Editing): Promise<void> {
  try {
    conflict.value = { mine: history.template.value, theirs: await client.readTemplate() }
    failure.value = ''
  } catch (error) {
    failure.value = error instanceof Error ? error.message : String(error)
  }
}

/** Continues with their version. What was chosen of both becomes edits of it. */
export function settleConflict({ history, conflict }: Editing, wanted: EditedTemplate): void {
  const theirs = conflict.value?.theirs
  if (!theirs) return
  history.rebase(theirs, editsBetween(theirs, wanted))
  conflict.value = undefined
}
