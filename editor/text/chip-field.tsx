import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { cancel } from '../page/guard.ts'
import { caretIn, chipAt, chipsIn, fillField, insertChip, readField, setFallback } from './chip-dom.ts'
import { ChipPalette } from './chip-palette.tsx'
import { payloadOf, piecesOf } from './liquid.ts'

interface ChipFieldProps {
  label: string
  /** Liquid. */
  value: string
  /** Names of what is known of people. */
  fields: string[]
  language: string
  help?: string
  onChange(value: string): void
}

/** A field of one line of text, in which what is known of a person is a chip. */
export function ChipField({ label, value, fields, language, help, onChange }: ChipFieldProps) {
  const id = useId()
  const field = useRef<HTMLDivElement>(null)
  const caret = useRef<Range | undefined>(undefined)
  const written = useRef<string | undefined>(undefined)
  const [selected, select] = useState<HTMLElement>()

  // Only what comes from elsewhere is filled in: what is being written keeps its caret. Not later: by then more is typed.
  useLayoutEffect(() => {
    if (!field.current || value === written.current) return
    written.current = value
    fillField(field.current, piecesOf(value))
    select(undefined)
  }, [value])

  useEffect(() => {
    const follow = () => {
      const now = field.current && caretIn(field.current)
      if (now) caret.current = now
    }
    document.addEventListener('selectionchange', follow)
    return () => document.removeEventListener('selectionchange', follow)
  }, [])

  const tell = () => {
    if (!field.current) return
    const now = payloadOf(readField(field.current))
    if (now === written.current) return
    written.current = now
    onChange(now)
  }

  const insert = (name: string) => {
    if (!field.current) return
    caret.current = caretIn(field.current) ?? caret.current
    select(insertChip(field.current, { field: name }, caret.current))
    tell()
  }

  const open = (event: Event) => {
    const chip = (event.target as Element).closest?.('[data-chip]')
    if (chip && chipAt(chip)) select(chip as HTMLElement)
  }

  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter') cancel(event)
    if (/^(Enter| )$/.test(event.key) && (event.target as HTMLElement).dataset.chip) {
      cancel(event)
      open(event)
    }
  }

  const chips = field.current ? chipsIn(field.current).filter((node) => chipAt(node)) : []
  const shown = selected && chips.includes(selected) ? selected : chips.at(-1)
  return (
    <div class="field">
      <span class="label" id={id}>
        {label}
      </span>
      <ChipPalette fields={fields} onChoose={insert} />
      {/* biome-ignore lint/a11y/useSemanticElements: no text area holds chips. */}
      <div
        ref={field}
        class="writing"
        role="textbox"
        tabIndex={0}
        aria-labelledby={id}
        aria-describedby={`${id}-help`}
        aria-multiline="false"
        lang={language}
        dir="auto"
        contentEditable
        spellcheck
        onInput={tell}
        onClick={open}
        onKeyDown={press}
      />
      <div class="quiet" id={`${id}-help`}>
        {help}
      </div>
      {shown && <FallbackField chip={shown} onChange={tell} />}
    </div>
  )
}

function FallbackField({ chip, onChange }: { chip: HTMLElement; onChange(): void }) {
  const id = useId()
  const known = chipAt(chip)
  return (
    <div class="field fallback">
      <label for={id}>Where it is not known</label>
      <input
        id={id}
        value={known?.fallback ?? ''}
        aria-describedby={`${id}-help`}
        placeholder="your team"
        onInput={({ currentTarget }) => {
          setFallback(chip, currentTarget.value)
          onChange()
        }}
      />
      <div class="quiet" id={`${id}-help`}>
        Said in place of <b>{known?.field}</b>. Left empty, nothing stands there.
      </div>
    </div>
  )
}
