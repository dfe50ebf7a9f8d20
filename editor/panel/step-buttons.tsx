import { type Editing, elementOf } from '../editing.ts'
import type { Layer } from '../page/layer.ts'
import type { Picker } from '../page/picker.ts'
import { type Step, stepFrom } from '../page/steps.ts'
import { IconButton } from './icon-button.tsx'

const steps: { step: Step; label: string; sign: string }[] = [
  { step: 'ArrowUp', label: 'What is around it', sign: '↑' },
  { step: 'ArrowDown', label: 'What is in it', sign: '↓' },
  { step: 'ArrowLeft', label: 'What is before it', sign: '←' },
  { step: 'ArrowRight', label: 'What is after it', sign: '→' },
]

/** Where the steps are taken. */
export interface StepButtonsProps {
  layer: Layer
  picker: Picker
  editing: Editing
}

/**
 * Buttons from the picked element to its neighbours, as the arrow keys do while picking. They reach a picture behind words or a link
 * around a picture, which cannot be clicked, and help people without a keyboard.
 */
export function StepButtons({ layer, picker, editing }: StepButtonsProps) {
  const chosen = editing.chosen.value
  if (!chosen) return null
  const element = elementOf(chosen)
  if (!element?.isConnected) return null
  return (
    <div class="between">
      <span class="label">Pick what is near</span>
      <div class="steps">
        {steps.map(({ step, label, sign }) => (
          <IconButton
            key={step}
            label={label}
            sign={sign}
            disabled={!stepFrom(element, step, layer.host)}
            onClick={() => picker.go(step, elementOf(chosen) ?? element)}
          />
        ))}
      </div>
    </div>
  )
}
