import { effect } from '@preact/signals'
import { jsonOf } from '../snippet/json.ts'
import type { EditedTemplate } from '../wire/editor.ts'
import type { Editing, KeptEdits } from './editing.ts'
import { applyEdit } from './state/apply-edit.ts'
import { areSame, editsBetween } from './state/edits-between.ts'
import { withChanges } from './state/with-changes.ts'

/** What the tab keeps of a template. */
interface Kept {
  /** The changes that are being made. */
  now?: KeptEdits | undefined
  /** Changes of an earlier session, which are still offered. */
  offered?: KeptEdits | undefined
}

/**
 * Keeps unsaved changes in this tab, letter by letter, so that a reload or the end of the session loses none. Those of the same session
 * are put back at once. Those of an earlier one are offered.
 */
export function keepEdits(editing: Editing, session: string, life: AbortSignal): void {
  const { history, offered, unanswered } = editing
  const name = `motif-edits ${history.base.value.name}`
  const before = readKept(name)
  offered.value = before.offered
  if (before.now?.session === session) putBack(editing, before.now)
  else if (before.now) offered.value = before.offered ? onTopOf(before.offered, before.now) : before.now
  const stop = effect(() => {
    const { value: edits } = history.edits
    const sent = unanswered.value.map(({ template }) => template)
    const now = edits.length > 0 ? { session, base: history.base.value, edits, sent } : undefined
    writeKept(name, { now, offered: offered.value })
  })
  life.addEventListener('abort', stop)
}

/**
 * Makes kept changes again, beside those that were made since. If somebody else has saved meanwhile, both versions are shown. If it was
 * these changes that were saved, nothing is to be done; if some of them, the others are made again.
 */
export function putBack(editing: Editing, { base, edits, sent = [] }: KeptEdits): void {
  const { history, conflict, said } = editing
  const now = history.template.value
  const mine = edits.reduce(applyEdit, base)
  if (areSame(mine, now)) return
  const { value: read } = history.base
  const before = isVersionOf(base, read) ? base : sent.find((each) => areSame(each, read))
  if (before) {
    // After other changes the items may have other places.
    const isFirst = before === base && history.edits.value.length === 0
    editing.change(isFirst ? edits : editsBetween(now, withChanges(now, before, mine)))
    said.value = 'Your changes from before are back. They are not saved yet.'
  } else {
    const both = withChanges(mine, read, now)
    history.rebase(base, history.edits.value.length === 0 ? edits : editsBetween(base, both))
    conflict.value = read
  }
}

/** After a save of one's own: what is offered belongs to the version that was saved, if it belonged to the one before. */
export function carryOffer({ history, offered }: Editing, before: EditedTemplate): void {
  const { value: kept } = offered
  if (!kept || !isVersionOf(kept.base, before)) return
  const { value: base } = history.base
  const edits = editsBetween(base, withKept(base, kept))
  offered.value = edits.length > 0 ? { ...kept, base, edits } : undefined
}

/** Earlier and later kept changes together. Where both change an item, the later ones count. */
function onTopOf(earlier: KeptEdits, later: KeptEdits): KeptEdits {
  const { base } = later
  return { ...later, edits: editsBetween(base, withKept(withKept(base, earlier), later)) }
}

/** A version with kept changes, which may be of another one. An item that is gone from it stays gone. */
function withKept(version: EditedTemplate, { base, edits }: KeptEdits): EditedTemplate {
  return withChanges(version, base, edits.reduce(applyEdit, base))
}

function isVersionOf(one: EditedTemplate, other: EditedTemplate): boolean {
  return one.version === other.version && one.fingerprint === other.fingerprint
}

/** Forgets the changes that the tab keeps of a template. What an earlier session has left is offered again. */
export function forgetEdits(template: string): void {
  const name = `motif-edits ${template}`
  writeKept(name, { offered: readKept(name).offered })
}

/** Whether this tab can keep something: a page may have no storage. */
export function canKeep(): boolean {
  try {
    return sessionStorage.length >= 0
  } catch {
    return false
  }
}

function readKept(name: string): Kept {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(name) ?? '{}')
    const { now, offered } = kept as Kept
    return { ...(isKept(now) && { now }), ...(isKept(offered) && { offered }) }
  } catch {
    return {}
  }
}

function isKept(kept: KeptEdits | undefined): boolean {
  return Array.isArray(kept?.edits) && [kept.base, ...(kept.sent ?? [])].every(hasLists)
}

function hasLists(version: EditedTemplate | undefined): boolean {
  return Array.isArray(version?.content) && Array.isArray(version.analytics)
}

function writeKept(name: string, kept: Kept): void {
  try {
    if (kept.now || kept.offered) sessionStorage.setItem(name, jsonOf(kept))
    else sessionStorage.removeItem(name)
  } catch {
    // Storage is full or forbidden: the browser asks before the page is left.
  }
}
