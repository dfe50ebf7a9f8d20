import { useState } from 'preact/hooks'

/** A button that copies a text, and says that it did. */
export function Copy({ text, label = 'Copy', title }: { text: string; label?: string; title?: string }) {
  const [told, setTold] = useState('')
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setTold('Copied'),
      () => setTold('The browser did not allow it: select the text and copy it.'),
    )
  return (
    <span class="copy">
      <button type="button" title={title} onClick={copy}>
        {label}
      </button>
      <span role="status" class="quiet">
        {told}
      </span>
    </span>
  )
}
