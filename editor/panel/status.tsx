import { containsText } from '../page/editables.ts'
import { nameOf } from '../page/elements.ts'
import type { PickParts } from './pick-button.tsx'

type StatusParts = Pick<PickParts, 'picker' | 'editing'>

/** The live regions: one says what is outlined and what was done, the other what went wrong. */
export function Status(parts: StatusParts) {
  const failure = parts.editing.value?.failure.value
  return (
    <>
      <div class="status" role="status">
        {wordsOf(parts)}
      </div>
      {failure && (
        <div class="notice bad" role="alert">
          {failure}
        </div>
      )}
    </>
  )
}

function wordsOf({ editing, picker }: StatusParts): string {
  if (!editing.value) return 'Opening the template…'
  if (!picker.isPicking.value) return editing.value.said.value
  const element = picker.candidate.value
  if (!element) return 'Point at what should change.'
  const hint = picker.isInComponent.value
    ? ' — what is inside belongs to a component and cannot be changed'
    : ''
  const { value: sought } = picker.sought
  if (sought && !containsText(element, sought)) return `Nothing on this page says “${sought}”.`
  return `${sought && `“${sought}”: `}${nameOf(element)}${hint}`
}
