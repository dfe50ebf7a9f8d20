import type { Editing } from '../editing.ts'
import type { Editor } from '../editor.ts'
import { type Step, stepFrom } from '../page/steps.ts'

const steps: { step: Step; label: string; sign: string }[] = [
  { step: 'ArrowUp', label: 'What is around it', sign: '↑' },
  { step: 'ArrowDown', label: 'What is in it', sign: '↓' },
  { step: 'ArrowLeft', label: 'What is before it', sign: '←' },
  { step: 'ArrowRight', label: 'What is after it', sign: '→' },
]

/**
 * From what was picked to its neighbours, as the arrow keys go while somebody picks: for a picture behind the words, or a
 * link around a picture, which no pointer reaches, and for who has no keys.
 */
export function StepButtons({ editor: { picker, layer }, editing }: { editor: Editor; editing: Editing }) {
  const element = editing.chosen.value?.element
  if (!element?.isConnected) return null
  return (
    <div class="steps">
      {steps.map(({ step, label, sign }) => (
        <button
          key={step}
          type="button"
          class="icon"
          aria-label={label}
          title={label}
          disabled={!stepFrom(element, step, layer.host)}
          onClick={() => picker.go(step, element)}
        >
          {sign}
        </button>
      ))}
    </div>
  )
}
