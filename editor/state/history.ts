import { batch, computed, type ReadonlySignal, signal } from '@preact/signals'
import type { EditedTemplate, TemplateEdit } from '../../wire/editor.ts'
import { applyEdit } from './apply-edit.ts'
import { editsBetween, keysOf } from './edits-between.ts'

/** What one undo takes back. */
interface Step {
  edits: TemplateEdit[]
  /** Of typing: what is typed into. Typing on goes into the same step. */
  key: string | undefined
}

/** The template as it was read, what was done to it since, and what was taken back. */
export interface EditHistory {
  /** The version that was read, or saved, last. */
  base: ReadonlySignal<EditedTemplate>
  /** What the steps make of the version that was read first. */
  template: ReadonlySignal<EditedTemplate>
  /** What is to be saved: changes of the base. */
  edits: ReadonlySignal<TemplateEdit[]>
  canUndo: ReadonlySignal<boolean>
  canRedo: ReadonlySignal<boolean>
  /** Does something; with a key, as part of what was just done with the same one. */
  change(edits: TemplateEdit[], key?: string): void
  undo(): void
  redo(): void
  /** What is typed next is a step of its own. */
  settle(): void
  /** The steps as they are now, to be named when they are saved. */
  settled(): SettledSteps
  /** These steps were saved, as this version. Undo goes on through them. */
  saved(version: EditedTemplate, steps: SettledSteps): void
  /** Goes on with another version, and with these edits of it. */
  rebase(base: EditedTemplate, edits?: TemplateEdit[]): void
}

/** Steps that were done at some time. */
type SettledSteps = readonly (readonly TemplateEdit[])[]

/** Begins to edit a template. Steps are kept without end. */
export function createHistory(read: EditedTemplate): EditHistory {
  const origin = signal(read)
  const base = signal(read)
  const done = signal<Step[]>([])
  const undone = signal<Step[]>([])
  /** The first steps, which the base has. */
  const inBase = signal<SettledSteps>([])
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
    })

  return {
    base,
    edits,
    template,
    settle,
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
    settled() {
      settle()
      return done.value.map((step) => step.edits)
    },
    saved(version, steps) {
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
    rebase: (next, kept = []) => rebase(next, kept.length > 0 ? [{ edits: kept, key: undefined }] : []),
  }
}

type Made = Pick<EditedTemplate, 'page' | 'languages' | 'content' | 'analytics'>

function makeOf(origin: EditedTemplate, steps: readonly { edits: readonly TemplateEdit[] }[]): Made {
  const { page, languages, content, analytics } = steps
    .flatMap((step) => step.edits)
    .reduce(applyEdit, origin)
  return { page, languages, content, analytics }
}

/** Whether items have the places in both that edits name them by. */
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
