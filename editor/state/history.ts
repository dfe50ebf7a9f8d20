import { computed, type ReadonlySignal, signal } from '@preact/signals'
import type { EditedTemplate, TemplateEdit } from '../../wire/editor.ts'
import { applyEdit } from './apply-edit.ts'

/** What one undo takes back. */
interface Step {
  edits: TemplateEdit[]
  /** Of typing: what is typed into. Typing on goes into the same step. */
  key: string | undefined
}

/** The template as it was read, what was done to it since, and what was taken back. */
export interface EditHistory {
  /** The version that is edited. */
  base: ReadonlySignal<EditedTemplate>
  /** The base with all edits. */
  template: ReadonlySignal<EditedTemplate>
  /** What is to be saved. */
  edits: ReadonlySignal<TemplateEdit[]>
  canUndo: ReadonlySignal<boolean>
  canRedo: ReadonlySignal<boolean>
  /** Does something; with a key, as part of what was just done with the same one. */
  change(edits: TemplateEdit[], key?: string): void
  undo(): void
  redo(): void
  /** What is typed next is a step of its own. */
  settle(): void
  /** Goes on with another version, and with these edits of it. */
  rebase(base: EditedTemplate, edits?: TemplateEdit[]): void
}

/** Begins to edit a template. Steps are kept without end. */
export function createHistory(read: EditedTemplate): EditHistory {
  const base = signal(read)
  const done = signal<Step[]>([])
  const undone = signal<Step[]>([])
  const edits = computed(() => done.value.flatMap((step) => step.edits))
  return {
    base,
    edits,
    template: computed(() => edits.value.reduce(applyEdit, base.value)),
    canUndo: computed(() => done.value.length > 0),
    canRedo: computed(() => undone.value.length > 0),
    change(more, key) {
      const last = done.value.at(-1)
      undone.value = []
      done.value =
        key && last?.key === key
          ? done.value.with(-1, { key, edits: merge(last.edits, more) })
          : [...done.value, { edits: more, key }]
    },
    undo: () => move(done, undone),
    redo: () => move(undone, done),
    settle() {
      const last = done.value.at(-1)
      if (last?.key) done.value = done.value.with(-1, { ...last, key: undefined })
    },
    rebase(next, kept = []) {
      base.value = next
      done.value = kept.length > 0 ? [{ edits: kept, key: undefined }] : []
      undone.value = []
    },
  }
}

function move(from: { value: Step[] }, to: { value: Step[] }): void {
  const step = from.value.at(-1)
  if (!step) return
  from.value = from.value.slice(0, -1)
  to.value = [...to.value, { ...step, key: undefined }]
}

/** Each letter that is typed sets the same field: the last one is enough. */
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
