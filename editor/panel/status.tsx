import { containsText } from '../page/editables.ts'
import { nameOf } from '../page/elements.ts'
import type { PickParts } from './pick-button.tsx'

type StatusParts = Pick<PickParts, 'picker' | 'editing'>

/** The live regions: one says what is outlined and what was done, the other what went wrong. */
export function Status(parts: StatusParts) {
  const editing = parts.editing.value
  const failure = editing?.failure.value
  return (
    <>
      <div class="status" role="status">
        {wordsOf(parts)}
      </div>
      {editing && failure && (
        <div class="notice bad" role="alert">
          <div>{failure}</div>
          {editing.isOver.value && (
            <button
              type="button"
              onClick={() => copyText(JSON.stringify(editing.history.edits.value, undefined, 2))}
            >
              Copy my changes
            </button>
          )}
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
    ? ' — what is inside of it belongs to a component, which cannot be changed from outside'
    : ''
  const { value: sought } = picker.sought
  if (sought && !containsText(element, sought)) return `Nothing on this page says “${sought}”.`
  return `${sought && `“${sought}”: `}${nameOf(element)}${hint}`
}

/** Copies a text to the clipboard, even if the page's policy forbids the clipboard API. */
async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    const area = document.createElement('textarea')
    area.value = text
    document.body.append(area)
    area.select()
    document.execCommand('copy')
    area.remove()
  }
}
