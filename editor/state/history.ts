import { batch, computed, type ReadonlySignal, signal } from '@preact/signals'
import type { EditedTemplate, TemplateEdit } from '../../wire/editor.ts'
import { applyEdit } from './apply-edit.ts'
import { areSame, editsBetween } from './edits-between.ts'
import { withChanges } from './with-changes.ts'

/** The template after a step, which is what one undo reverts. */
interface State {
  template: EditedTemplate
  /** For typing: the field. Further typing there belongs to the same step. */
  key?: string | undefined
}

/** The version that was read or saved, and the template after each step since. */
export type EditHistory = ReturnType<typeof createHistory>

/** Creates the history of a template. The number of steps is not limited. */
export function createHistory(read: EditedTemplate) {
  const base = signal(read)
  const states = signal<State[]>([{ template: read }])
  /** Which of the states is the present one. */
  const at = signal(0)
  const turn = signal(0)
  const present = () => states.value[at.value] as State
  const template = computed(() => {
    const { content, analytics } = present().template
    return { ...base.value, content, analytics }
  })

  const settle = () => {
    const { key, template } = present()
    if (key) states.value = states.value.with(at.value, { template })
  }
  const go = (by: 1 | -1) => {
    if (!states.value[at.value + by]) return
    settle()
    batch(() => {
      at.value += by
      turn.value++
    })
  }

  return {
    /** The version that was last read or saved. */
    base: base as ReadonlySignal<EditedTemplate>,
    /** The edits to save, relative to the base. */
    edits: computed(() => editsBetween(base.value, template.value)),
    /** The template with all steps applied. */
    template,
    /** Is another one after each undo, redo, or change to another version: what was typed before belongs to no step then. */
    turn: turn as ReadonlySignal<number>,
    /** Ends the present step: what is typed next is a new one. */
    settle,
    canUndo: computed(() => at.value > 0),
    canRedo: computed(() => at.value < states.value.length - 1),
    /** Adds a step. With a key, it joins the previous step if that has the same key. */
    change(edits: TemplateEdit[], key?: string) {
      const before = present()
      const next = { template: edits.reduce(applyEdit, before.template), key }
      const isJoined = key !== undefined && before.key === key
      batch(() => {
        if (!isJoined) at.value++
        states.value = [...states.value.slice(0, at.value), next]
      })
    },
    undo: () => go(-1),
    redo: () => go(1),
    /** Notes that a template was saved as this version. Undo still goes back beyond it. */
    saved(version: EditedTemplate, sent: EditedTemplate) {
      batch(() => {
        base.value = version
        if (!areSame(sent, version))
          states.value = states.value.map((one) => ({ template: withChanges(version, sent, one.template) }))
      })
    },
    /** Continues with another version, and with these edits of it. */
    rebase(next: EditedTemplate, edits: TemplateEdit[] = []) {
      const changed = edits.length > 0 ? [{ template: edits.reduce(applyEdit, next) }] : []
      batch(() => {
        base.value = next
        states.value = [{ template: next }, ...changed]
        at.value = changed.length
        turn.value++
      })
    },
  }
}
