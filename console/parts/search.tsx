import { useEffect, useRef, useState } from 'preact/hooks'
import { address, changeQuery } from '../address.ts'

/** How long typing must pause before the search runs. */
const pauseMs = 200

/** The search text in the address. */
export function searchInAddress(): string {
  return address.value.query.get('search') ?? ''
}

/** A field whose text is kept in the address as `search`. */
export function SearchField({ label, placeholder }: { label: string; placeholder: string }) {
  const inAddress = searchInAddress()
  const [text, setText] = useState(inAddress)
  const typed = useRef(inAddress)

  // Back and Forward change the address: the field follows, unless its text is newer.
  useEffect(() => {
    if (inAddress !== typed.current) setText(inAddress)
    typed.current = inAddress
  }, [inAddress])

  useEffect(() => {
    if (text.trim() === typed.current) return
    const timer = setTimeout(() => {
      typed.current = text.trim()
      changeQuery({ search: text.trim() }, { replace: true })
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [text])

  return (
    <label class="search">
      <span class="visually-hidden">{label}</span>
      <input
        type="search"
        placeholder={placeholder}
        value={text}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
    </label>
  )
}
