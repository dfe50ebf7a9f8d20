import { useState } from 'preact/hooks'

interface CopyProps {
  text: string
  /** Of the button. Default: `Copy`. */
  label?: string
  /** Whose text it is, for a list with many of these buttons: the tooltip and what is said afterwards name it. */
  of?: string
}

/** A button that copies a text, and says that it did. */
export function Copy({ text, label = 'Copy', of }: CopyProps) {
  const [told, setTold] = useState('')
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setTold(of ? `Copied: ${of}` : 'Copied'),
      () => setTold('The browser did not allow it: select the text and copy it.'),
    )
  return (
    <span class="copy">
      <button type="button" title={of && `${label}: ${of}`} onClick={copy}>
        {label}
      </button>
      <span role="status" class="quiet">
        {told}
      </span>
    </span>
  )
}
