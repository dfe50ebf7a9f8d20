import { batch, computed, type ReadonlySignal, signal } from '@preact/signals'
import type { EditedTemplate, TemplateEdit } from '../../wire/editor.ts'
import { applyEdit } from './apply-edit.ts'
import { editsBetween, keysOf } from './edits-between.ts'

/** What one undo reverts. */
interface Step {
  edits: TemplateEdit[]
  /** For typing: the field. Further typing there belongs to the same step. */
  key: string | undefined
}

/** The template as it was read, the steps since, and the undone steps. */
export type EditHistory = ReturnType<typeof createHistory>

/** The steps at some moment. */
type SettledSteps = readonly (readonly TemplateEdit[])[]

/** Creates the history of a template. The number of steps is not limited. */
export function createHistory(read: EditedTemplate) {
  const origin = signal(read)
  const base = signal(read)
  const done = signal<Step[]>([])
  const undone = signal<Step[]>([])
  /** The steps that the base contains. */
  const inBase = signal<SettledSteps>([])
  const turn = signal(0)
  const made = computed(() => makeOf(origin.value, done.value))
  const template = computed(() => ({ ...base.value, ...made.value }))
  const edits = computed(() => {
    const isAhead = inBase.value.every((step, at) => step === done.value[at]?.edits)
    if (!isAhead) return editsBetween(base.value, template.value)
    return done.value.slice(inBase.value.length).flatMap((step) => step.edits)
  })

  const settle = () => {
    const last = done.value.at(-1)
    if (last?.key) done.value = done.value.with(-1, { ...last, key: undefined })
  }
  const rebase = (next: EditedTemplate, kept: Step[]) =>
    batch(() => {
      origin.value = next
      base.value = next
      inBase.value = []
      done.value = kept
      undone.value = []
      turn.value++
    })

  const go = (from: typeof done, to: typeof done) =>
    batch(() => {
      turn.value++
      move(from, to)
    })

  return {
    /** The version that was last read or saved. */
    base: base as ReadonlySignal<EditedTemplate>,
    /** The edits to save, relative to the base. */
    edits,
    /** The template with all steps applied. */
    template,
    /** Is another one after each undo, redo, or change to another version: what was typed before belongs to no step then. */
    turn: turn as ReadonlySignal<number>,
    /** Ends the present step: what is typed next is a new one. */
    settle,
    canUndo: computed(() => done.value.length > 0),
    canRedo: computed(() => undone.value.length > 0),
    /** Adds a step. With a key, it joins the previous step if that has the same key. */
    change(more: TemplateEdit[], key?: string) {
      const last = done.value.at(-1)
      undone.value = []
      done.value =
        key && last?.key === key
          ? done.value.with(-1, { key, edits: merge(last.edits, more) })
          : [...done.value, { edits: more, key }]
    },
    undo: () => go(done, undone),
    redo: () => go(undone, done),
    /** The present steps, to pass to `saved` later. */
    settled(): SettledSteps {
      settle()
      return done.value.map((step) => step.edits)
    },
    /** Notes that these steps were saved as this version. Undo still goes back beyond them. */
    saved(version: EditedTemplate, steps: SettledSteps) {
      const expected = makeOf(
        origin.value,
        steps.map((step) => ({ edits: step })),
      )
      if (!areAlike(expected, version)) return rebase(version, done.value.slice(steps.length))
      batch(() => {
        base.value = version
        inBase.value = steps
      })
    },
    /** Continues with another version, and with these edits of it. */
    rebase: (next: EditedTemplate, kept: TemplateEdit[] = []) =>
      rebase(next, kept.length > 0 ? [{ edits: kept, key: undefined }] : []),
  }
}

type Made = Pick<EditedTemplate, 'page' | 'languages' | 'content' | 'analytics'>

function makeOf(origin: EditedTemplate, steps: readonly { edits: readonly TemplateEdit[] }[]): Made {
  const { page, languages, content, analytics } = steps
    .flatMap((step) => step.edits)
    .reduce(applyEdit, origin)
  return { page, languages, content, analytics }
}

/** Whether items have the same positions in both, so that edits can refer to them. */
function areAlike(one: Made, other: Made): boolean {
  const places = ({ content, analytics }: Made) => JSON.stringify([keysOf(content), keysOf(analytics)])
  return places(one) === places(other)
}

function move(from: { value: Step[] }, to: { value: Step[] }): void {
  const step = from.value.at(-1)
  if (!step) return
  from.value = from.value.slice(0, -1)
  to.value = [...to.value, { ...step, key: undefined }]
}

/** Joins edits of one step. Each typed letter sets the same field, so the last edit is enough. */
function merge(before: TemplateEdit[], more: TemplateEdit[]): TemplateEdit[] {
  const last = before.at(-1)
  const isSame = last && more.length === 1 && more[0] && placeOf(last) === placeOf(more[0])
  return isSame ? [...before.slice(0, -1), ...more] : [...before, ...more]
}

function placeOf(edit: TemplateEdit): string | undefined {
  if (edit.edit !== 'setItem') return JSON.stringify(edit)
  const fields = Object.entries(edit.fields).map(([name, value]) => [
    name,
    typeof value === 'object' && value ? Object.keys(value) : typeof value,
  ])
  return JSON.stringify([edit.list, edit.index, fields])
}
