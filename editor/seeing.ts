import { effect, signal } from '@preact/signals'
import type { EditorPreview } from '../wire/editor.ts'
import { type Editing, savedEdits } from './editing.ts'
import type { Picker } from './page/picker.ts'
import type { Show } from './page/show.ts'
import { EditorFailure } from './service/client.ts'

/** Typing is not answered letter by letter. */
const pauseMs = 120

/**
 * Shows in the page what the template makes of it for whom it is seen as, and again after every change. While somebody
 * picks, the page is as it is: what is picked has to be there for visitors, too.
 */
export function followSeeing(editing: Editing, show: Show, picker: Picker, life: AbortSignal): void {
  const ready = signal<EditorPreview>()
  let asked = new AbortController()
  const stopAsking = effect(() => {
    const { value: seenAs } = editing.seenAs
    const { value: language } = editing.language
    const wish = { ...savedEdits(editing), language }
    asked.abort()
    asked = new AbortController()
    const { signal } = asked
    if (seenAs === 'page') ready.value = undefined
    else {
      const whole = seenAs === 'nobody' ? wish : { ...wish, prospect: seenAs.prospect }
      setTimeout(() => signal.aborted || ask(whole, signal), pauseMs)
    }
  })

  const ask = async (wish: Parameters<Editing['client']['preview']>[0], signal: AbortSignal) => {
    try {
      const preview = await editing.client.preview(wish, signal)
      // Without a sound template nothing can be shown: what was shown stays.
      const content = preview.problems.length > 0 ? (ready.value?.content ?? []) : preview.content
      if (!signal.aborted) ready.value = { ...preview, content }
    } catch (error) {
      if (signal.aborted) return
      const isOld = error instanceof EditorFailure && error.status === 409
      editing.failure.value = isOld
        ? 'Somebody else has saved this template meanwhile. Go on: Save shows both versions.'
        : (error as Error).message
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
