import { effect } from '@preact/signals'
import { jsonOf } from '../snippet/page.ts'
import type { EditedTemplate } from '../wire/editor.ts'
import type { Editing, KeptEdits } from './editing.ts'
import { areSame, editsBetween } from './state/edits-between.ts'
import { withChanges } from './state/with-changes.ts'

/**
 * Keeps unsaved changes in this tab, letter by letter, so that a reload or the end of the session loses none. Those of the same session
 * are put back at once. Those of earlier ones are offered.
 */
export function keepEdits(editing: Editing, session: string, life: AbortSignal): void {
  const { history, offered, unanswered } = editing
  const { name } = history.base.value
  const before = readKept(name)
  offered.value = before.filter((kept) => kept.session !== session)
  const own = before.find((kept) => kept.session === session)
  if (own) putBack(editing, own)
  const stop = effect(() => {
    const now = { session, base: history.base.value, mine: history.template.value, sent: unanswered.value }
    writeKept(name, editing.isUnsaved.value ? [...offered.value, now] : offered.value)
  })
  life.addEventListener('abort', stop)
}

/**
 * Makes kept changes again, beside those that were made since. If somebody else has saved meanwhile, both versions are shown. If it was
 * these changes that were saved, nothing is to be done; if some of them, the others are made again.
 */
export function putBack(editing: Editing, { base, mine, sent }: KeptEdits): void {
  const { history, conflict, said } = editing
  const now = history.template.value
  if (areSame(mine, now)) return
  const { value: read } = history.base
  const before = isVersionOf(base, read) ? base : sent.find((each) => areSame(each, read))
  if (before) {
    editing.change(editsBetween(now, withChanges(now, before, mine)))
    said.value = 'Your changes from before are back. They are not saved yet.'
  } else {
    history.rebase(base, editsBetween(base, withChanges(mine, read, now)))
    conflict.value = read
  }
}

/** After a save of one's own: what is offered belongs to the version that was saved, if it belonged to the one before. */
export function carryOffers({ history, offered }: Editing, before: EditedTemplate): void {
  const { value: base } = history.base
  offered.value = offered.value.map((kept) =>
    isVersionOf(kept.base, before) ? { ...kept, base, mine: withChanges(base, kept.base, kept.mine) } : kept,
  )
}

function isVersionOf(one: EditedTemplate, other: EditedTemplate): boolean {
  return one.version === other.version && one.fingerprint === other.fingerprint
}

/** Forgets what the tab keeps of this session. What earlier ones have left is offered again. */
export function forgetEdits(template: string, session: string): void {
  writeKept(
    template,
    readKept(template).filter((kept) => kept.session !== session),
  )
}

/** Whether this tab can keep something: a page may have no storage. */
export function canKeep(): boolean {
  try {
    return sessionStorage.length >= 0
  } catch {
    return false
  }
}

const keyOf = (template: string) => `motif-edits ${template}`

/** Only the editor writes it. */
function readKept(template: string): KeptEdits[] {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(template)) ?? '[]') as KeptEdits[]
  } catch {
    return []
  }
}

function writeKept(template: string, kept: KeptEdits[]): void {
  try {
    if (kept.length > 0) sessionStorage.setItem(keyOf(template), jsonOf(kept))
    else sessionStorage.removeItem(keyOf(template))
  } catch {
    // Storage is full or forbidden: the browser asks before the page is left.
  }
}
