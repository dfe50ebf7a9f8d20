import { effect, signal } from '@preact/signals'
import type { EditorPreview } from '../wire/editor.ts'
import { type Editing, savedEdits } from './editing.ts'
import type { Picker } from './page/picker.ts'
import type { Show } from './page/show.ts'
import { takeOwn } from './saving.ts'
import { EditorFailure } from './service/client.ts'
import { areSame } from './state/edits-between.ts'

/** How long typing must pause before the preview is updated. */
const pauseMs = 120

/** Whether what is said of a refused save is no longer about what the template says now. */
function isOfOther({ failure, refusal: { value: refusal }, history }: Editing): boolean {
  return failure.value === refusal?.message && !areSame(refusal.template, history.template.value)
}

/** The error of a person who was erased. */
const unknownProspect = 40002

/**
 * Shows the template in the page, as the chosen person sees it, and updates it after every change. While somebody picks, the page is
 * as it is, because a picked element has to exist for visitors too.
 */
export function followSeeing(editing: Editing, show: Show, picker: Picker, life: AbortSignal): void {
  const ready = signal<EditorPreview>()
  let asked = new AbortController()
  /** What went wrong with the last preview. */
  let told = ''
  const stopAsking = effect(() => {
    const { value: seenAs } = editing.seenAs
    const { value: language } = editing.language
    const wish = { ...savedEdits(editing), language }
    asked.abort()
    asked = new AbortController()
    const { signal } = asked
    if (seenAs === 'page') ready.value = undefined
    else {
      const { name: _, ...person } = seenAs === 'nobody' ? { name: '' } : seenAs
      const whole = { ...wish, ...person }
      setTimeout(() => signal.aborted || ask(whole, signal), pauseMs)
    }
  })

  /** Goes on with the version that is there now, if it says what was sent from here, or if nothing is unsaved. Returns whether it does. */
  const goOn = async () => {
    const { history, unanswered, client } = editing
    const isAllSaved = () => history.edits.value.length === 0
    if (unanswered.value.length === 0 && !isAllSaved()) return false
    try {
      const version = await client.readTemplate()
      if (takeOwn(editing, version)) return true
      if (isAllSaved()) history.rebase(version)
      return isAllSaved()
    } catch {
      return false
    }
  }

  const ask = async (wish: Parameters<Editing['client']['preview']>[0], signal: AbortSignal) => {
    try {
      const preview = await editing.client.preview(wish, signal)
      // A template with problems cannot be shown: the previous preview stays.
      const content = preview.problems.length > 0 ? (ready.value?.content ?? []) : preview.content
      if (signal.aborted) return
      ready.value = { ...preview, content }
      const isMended = preview.problems.length === 0 && isOfOther(editing)
      if (editing.failure.value === told || isMended) editing.failure.value = ''
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof EditorFailure && error.error === unknownProspect) {
        editing.seenAs.value = 'nobody'
        editing.said.value = 'This person is not there any more.'
        return
      }
      const isOld = error instanceof EditorFailure && error.status === 409
      // The preview is asked for again, because the base is another.
      if (isOld && (await goOn())) return
      told = isOld
        ? 'Somebody else has saved this template meanwhile. Go on: Save shows both versions.'
        : (error as Error).message
      editing.failure.value = told
    }
  }

  const stopShowing = effect(() => {
    editing.preview.value = ready.value
    if (picker.isPicking.value || !ready.value) show.clear()
    else
      show.show(
        ready.value.content.map(({ selector, type, payload }) => ({
          selector,
          type,
          payload: payload as string,
        })),
      )
  })

  life.addEventListener('abort', () => {
    asked.abort()
    stopAsking()
    stopShowing()
  })
}
