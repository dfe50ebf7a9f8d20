import { useEffect, useRef, useState } from 'preact/hooks'
import { address, changeQuery } from '../address.ts'

/** Typing is not answered key by key. */
const pauseMs = 200

/** What is searched for, as the address says. */
export function searchInAddress(): string {
  return address.value.query.get('search') ?? ''
}

/** A field whose text is kept in the address as `search`. */
export function SearchField({ label, placeholder }: { label: string; placeholder: string }) {
  const inAddress = searchInAddress()
  const [text, setText] = useState(inAddress)
  const typed = useRef(inAddress)

  // Back and Forward change the address: the field follows, but not while it is ahead of it.
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
