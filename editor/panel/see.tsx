import type { Signal } from '@preact/signals'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import type { EditorProspect } from '../../wire/editor.ts'
import type { Editing, SeenPerson } from '../editing.ts'
import { sayProblem } from '../words.ts'

interface SeeProps {
  isNarrow: Signal<boolean>
  editing: Editing
}

/** Chooses as whom the page is seen, and how wide. */
export function SeeCard({ isNarrow, editing }: SeeProps) {
  const id = useId()
  const [search, setSearch] = useState('')
  const people = usePeople(editing, search)
  const { seenAs, preview } = editing
  const { value: as } = seenAs
  const known = (search.trim() ? undefined : firstOf(editing)) ?? people ?? []
  const offered: SeenPerson[] = known.map((person) => ({ prospect: person.id, name: nameFor(person) }))
  const chosen = typeof as === 'object' ? as : undefined
  const isListed = offered.some((person) => person.prospect === chosen?.prospect)
  const choose = (value: string) => {
    const found = [...offered, ...(chosen ? [chosen] : [])].find((person) => person.prospect === value)
    seenAs.value = found ?? (value as 'page' | 'nobody')
  }
  const setNarrow = (isOn: boolean) => {
    isNarrow.value = isOn
  }
  const problems = preview.value?.problems ?? []
  return (
    <div class="see">
      <div class="field">
        <label for={id}>See as</label>
        <select
          id={id}
          value={typeof as === 'object' ? as.prospect : as}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        >
          <option value="page">The page as it is</option>
          <option value="nobody">Somebody of whom nothing is known</option>
          {chosen && !isListed && <option value={chosen.prospect}>{chosen.name}</option>}
          {offered.map((person) => (
            <option key={person.prospect} value={person.prospect}>
              {person.name}
            </option>
          ))}
        </select>
      </div>
      <input
        type="search"
        aria-label="Find a person"
        placeholder="Find a person by name or company"
        value={search}
        onInput={({ currentTarget }) => setSearch(currentTarget.value)}
      />
      {people && (search.trim() || people.length === 0) && (
        <Found
          people={people}
          search={search.trim()}
          chosen={chosen?.prospect}
          onChoose={(id) => {
            choose(id)
            setSearch('')
          }}
        />
      )}
      <fieldset class="kinds" aria-label="Width">
        <button type="button" aria-pressed={isNarrow.value} onClick={() => setNarrow(true)}>
          Telephone
        </button>
        <button type="button" aria-pressed={!isNarrow.value} onClick={() => setNarrow(false)}>
          Desktop
        </button>
      </fieldset>
      {problems.length > 0 && (
        <ul class="notice bad" aria-label="Problems">
          {problems.map(({ line, column, message }) => (
            <li key={`${line} ${column} ${message}`}>{sayProblem(message)}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** People of the template's campaign; undefined if there are none. */
function firstOf({ people }: Editing): EditorProspect[] | undefined {
  const first = people.value?.first ?? []
  return first.length > 0 ? first : undefined
}

interface FoundProps {
  people: EditorProspect[]
  search: string
  chosen: string | undefined
  onChoose(id: string): void
}

/** The people whom a search finds, to choose from, or why there are none. */
function Found({ people, search, chosen, onChoose }: FoundProps) {
  const none = search
    ? `Nobody is found for “${search}”.`
    : 'There is nobody yet: people come with a list, in the console.'
  return (
    <div class="found">
      <div class="quiet" aria-live="polite">
        {people.length === 0 ? none : `${people.length} found`}
      </div>
      {people.length > 0 && (
        <ul aria-label="People">
          {people.slice(0, mostFound).map((person) => (
            <li key={person.id}>
              <button type="button" aria-pressed={person.id === chosen} onClick={() => onChoose(person.id)}>
                {nameFor(person)}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** How many people are listed under a search. */
const mostFound = 6

const pauseMs = 200

/** People of the organization that a search finds; undefined until it is known. */
function usePeople({ client, failure }: Editing, search: string): EditorProspect[] | undefined {
  const [people, setPeople] = useState<EditorProspect[]>()
  /** What went wrong with the last search. */
  const told = useRef('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the client stays the same.
  useEffect(() => {
    const asked = new AbortController()
    const show = (found: EditorProspect[]) => {
      setPeople(found)
      if (failure.value === told.current) failure.value = ''
    }
    const explain = (error: Error) => {
      if (asked.signal.aborted) return
      told.current = error.message
      failure.value = error.message
    }
    const ask = () => client.findProspects(search.trim(), asked.signal).then(show, explain)
    const timer = setTimeout(ask, search ? pauseMs : 0)
    return () => {
      clearTimeout(timer)
      asked.abort()
    }
  }, [search])
  return people
}

function nameFor({ id, name, company }: EditorProspect): string {
  return [name, company].filter(Boolean).join(', ') || id
}
