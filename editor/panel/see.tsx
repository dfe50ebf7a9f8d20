import type { Signal } from '@preact/signals'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import type { EditorProspect } from '../../wire/editor.ts'
import { type Editing, toSeen } from '../editing.ts'
import { sayProblem } from '../words.ts'

interface SeeProps {
  isNarrow: Signal<boolean>
  editing: Editing
}

/** Chooses as whom the page is seen, and how wide. */
export function SeeCard({ isNarrow, editing }: SeeProps) {
  const id = useId()
  const [search, setSearch] = useState('')
  const found = useFound(editing, search.trim())
  const { seenAs, preview, people } = editing
  const { value: as } = seenAs
  const { first = [], others = [] } = people.value ?? {}
  const offered = [...first, ...others].map(toSeen)
  const chosen = typeof as === 'object' ? as : undefined
  const isListed = offered.some((person) => person.prospect === chosen?.prospect)
  const choose = (value: string) => {
    const person = [...offered, ...(chosen ? [chosen] : [])].find(({ prospect }) => prospect === value)
    seenAs.value = person ?? (value as 'page' | 'nobody')
  }
  const setNarrow = (isOn: boolean) => {
    isNarrow.value = isOn
  }
  const problems = preview.value?.problems ?? []
  return (
    <div class="see">
      <div class="between">
        <label for={id} class="label">
          See as
        </label>
        <fieldset class="kinds" aria-label="Width">
          <button type="button" aria-pressed={!isNarrow.value} onClick={() => setNarrow(false)}>
            Desktop
          </button>
          <button type="button" aria-pressed={isNarrow.value} onClick={() => setNarrow(true)}>
            Telephone
          </button>
        </fieldset>
      </div>
      <div class="between">
        <select
          id={id}
          value={typeof as === 'object' ? as.prospect : as}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        >
          <option value="page">The page as it is</option>
          <option value="nobody">Unknown visitor</option>
          {chosen && !isListed && <option value={chosen.prospect}>{chosen.name}</option>}
          <Options people={first} />
          {others.length > 0 && (
            <optgroup label="Other people">
              <Options people={others} />
            </optgroup>
          )}
        </select>
        <input
          type="search"
          aria-label="Find a person"
          placeholder="Find a person"
          value={search}
          onInput={({ currentTarget }) => setSearch(currentTarget.value)}
        />
      </div>
      {people.value && first.length + others.length === 0 && (
        <div class="quiet">Nobody is invited yet: people come with a list, in the console.</div>
      )}
      {found && (
        <div class="found">
          <div class="quiet" aria-live="polite">
            {found.length === 0 ? `Nobody found for “${search.trim()}”.` : `${found.length} found`}
          </div>
          <ul aria-label="People">
            {found.slice(0, mostFound).map((person) => (
              <li key={person.id}>
                <button
                  type="button"
                  aria-pressed={person.id === chosen?.prospect}
                  onClick={() => {
                    seenAs.value = toSeen(person)
                    setSearch('')
                  }}
                >
                  {toSeen(person).name}
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
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

function Options({ people }: { people: EditorProspect[] }) {
  return people.map(toSeen).map(({ prospect, name }) => (
    <option key={prospect} value={prospect}>
      {name}
    </option>
  ))
}

/** How many people are listed under a search. */
const mostFound = 6

const pauseMs = 200

/** People of the organization whom a search finds; undefined without one, and until it is known. */
function useFound({ client, failure }: Editing, search: string): EditorProspect[] | undefined {
  const [found, setFound] = useState<EditorProspect[]>()
  /** What went wrong with the last search. */
  const told = useRef('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the client stays the same.
  useEffect(() => {
    setFound(undefined)
    if (!search) return
    const asked = new AbortController()
    const show = (people: EditorProspect[]) => {
      setFound(people)
      if (failure.value === told.current) failure.value = ''
    }
    const explain = (error: Error) => {
      if (asked.signal.aborted) return
      told.current = error.message
      failure.value = error.message
    }
    const timer = setTimeout(() => client.findProspects(search, asked.signal).then(show, explain), pauseMs)
    return () => {
      clearTimeout(timer)
      asked.abort()
    }
  }, [search])
  return found
}
