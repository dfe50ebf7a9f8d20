import type { EditedTemplate } from '../wire/editor.ts'
import { type Editing, savedEdits } from './editing.ts'
import { carryOffers } from './keeping.ts'
import { EditorFailure } from './service/client.ts'
import { areSame, editsBetween } from './state/edits-between.ts'
import { withChanges } from './state/with-changes.ts'

/**
 * Saves the next version and, if wanted, regenerates existing links. Returns whether that worked; if not, the panel says what to
 * do. While a save is under way, it is that one.
 */
export function save(editing: Editing): Promise<boolean> {
  editing.saving.value ??= saveNow(editing).finally(() => {
    editing.saving.value = undefined
  })
  return editing.saving.value
}

async function saveNow(editing: Editing): Promise<boolean> {
  const { history, client, said, isAlsoForLinks } = editing
  try {
    const { base } = history
    const isChanged = history.edits.value.length > 0
    if (isChanged && !(await store(editing))) return false
    const records = isAlsoForLinks.value ? await client.regenerate() : undefined
    said.value = savedWords(base.value, isChanged, records)
    isAlsoForLinks.value = false
    editing.failure.value = ''
    return true
  } catch (error) {
    const message = messageOf(error)
    const isRefused = error instanceof EditorFailure && error.status === 400
    editing.failure.value = message
    editing.refusal.value = isRefused ? { template: history.template.value, message } : undefined
    return false
  }
}

function savedWords({ version }: EditedTemplate, isChanged: boolean, records: number | undefined): string {
  const first = isChanged ? `Saved as version ${version}.` : `Nothing to save: this is version ${version}.`
  if (records === undefined) return first
  return `${first} ${records === 1 ? '1 link gets' : `${records} links get`} this version, except in a control group.`
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Stores the edits as the next version. Returns whether it did: if somebody else has saved, it opens the conflict instead. */
async function store(editing: Editing): Promise<boolean> {
  const { history, client, conflict, failure, unanswered } = editing
  history.settle()
  const sent = history.template.value
  unanswered.value = [...unanswered.value.filter((template) => !areSame(template, sent)), sent]
  try {
    noteSaved(editing, await client.save(savedEdits(editing)), sent)
    return true
  } catch (error) {
    const isOther = error instanceof EditorFailure && error.status === 409
    if (!isOther) throw error
  }
  const theirs = await client.readTemplate()
  if (takeOwn(editing, theirs)) return history.edits.value.length === 0 || store(editing)
  conflict.value = theirs
  failure.value = ''
  return false
}

/**
 * Whether a version says what this editor does, or did when it was sent without an answer. Then it counts as saved: nobody is in
 * conflict with themselves, nor with another tab of theirs.
 */
export function takeOwn(editing: Editing, version: EditedTemplate): boolean {
  const { history, unanswered } = editing
  const own = [...unanswered.value, history.template.value].find((template) => areSame(template, version))
  if (own) noteSaved(editing, version, own)
  return own !== undefined
}

function noteSaved(editing: Editing, version: EditedTemplate, sent: EditedTemplate): void {
  const { history, unanswered } = editing
  const { value: before } = history.base
  history.saved(version, sent)
  unanswered.value = []
  carryOffers(editing, before)
}

/** Continues with their version, without one's own changes. */
export function takeTheirs({ history, conflict }: Editing): void {
  if (conflict.value) history.rebase(conflict.value)
  conflict.value = undefined
}

/** Makes one's own changes in their version. */
export function keepMine({ history, conflict }: Editing): void {
  const { value: theirs } = conflict
  if (!theirs) return
  const mine = withChanges(theirs, history.base.value, history.template.value)
  history.rebase(theirs, editsBetween(theirs, mine))
  conflict.value = undefined
}
