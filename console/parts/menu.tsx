import { useLayoutEffect, useRef, useState } from 'preact/hooks'

interface MenuItem {
  label: string
  isDangerous?: boolean
  onPick: () => void
}

/** A button with three dots that opens a menu of what is done seldom. The arrow keys move in it; Escape closes it. */
export function Menu({ label, items }: { label: string; items: MenuItem[] }) {
  const [isOpen, setOpen] = useState(false)
  const holder = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const entries = () => [...(holder.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]
  // Before anything is pressed: a late focus would take that of what was picked.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the entries are in the page by then
  useLayoutEffect(() => {
    if (isOpen) entries()[0]?.focus()
  }, [isOpen])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') opener.current?.focus()
    const all = entries()
    const at = all.findIndex((entry) => entry.matches(':focus'))
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key]
    if (to === undefined || !isOpen) return
    event.preventDefault()
    all.at(to % all.length)?.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the menu in it
    <div
      ref={holder}
      class="menu"
      onKeyDown={onKeyDown}
      onFocusOut={({ relatedTarget }) => entries().some((entry) => entry === relatedTarget) || setOpen(false)}
      // Safari gives a pressed button no focus, and the menu would lose its own.
      onMouseDown={(event) => event.preventDefault()}
    >
      <button
        ref={opener}
        type="button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        …
      </button>
      {isOpen && (
        <div role="menu" aria-label={label}>
          {items.map(({ label: title, isDangerous, onPick }) => (
            <button
              key={title}
              type="button"
              role="menuitem"
              tabIndex={-1}
              class={isDangerous ? 'danger' : 'plain'}
              onClick={() => {
                // A dialog gives the focus back to what had it.
                opener.current?.focus()
                setOpen(false)
                onPick()
              }}
            >
              {title}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
