import type { Editing } from '../editing.ts'

const names = new Intl.DisplayNames('en', { type: 'language' })

/** A tab for each language of the template. Arrow keys move between them. */
export function Languages({ editing: { history, language } }: { editing: Editing }) {
  const { languages } = history.template.value
  const press = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!step) return
    event.preventDefault()
    const next = languages.at((languages.indexOf(language.value) + step) % languages.length) ?? language.value
    language.value = next
    const tabs = (event.currentTarget as Element).querySelectorAll<HTMLElement>('[role=tab]')
    tabs[languages.indexOf(next)]?.focus()
  }
  return (
    <div class="tabs" role="tablist" aria-label="Languages" onKeyDown={press}>
      {languages.map((one) => (
        <button
          key={one}
          type="button"
          role="tab"
          id={`language-${one}`}
          aria-selected={one === language.value}
          aria-controls="chosen"
          tabIndex={one === language.value ? 0 : -1}
          title={names.of(new Intl.Locale(one).baseName)}
          onClick={() => {
            history.settle()
            language.value = one
          }}
        >
          {one}
        </button>
      ))}
    </div>
  )
}
