import { useRef, useState } from 'preact/hooks'
import { address, keepHere, keptHere } from '../../address.ts'
import { ask, type Failure } from '../../api/client.ts'
import type { CallList, Interested } from '../../api/today.ts'
import { Failed } from '../../parts/awaited.tsx'
import { count, formatNumber } from '../../parts/format.ts'
import { grouped } from '../../parts/grouped.ts'
import { useKeys } from '../../parts/use-keys.ts'
import { toFailure } from '../../parts/use-loaded.ts'
import { CallRow, type ListedCall } from './call-row.tsx'
import { ChosenPerson } from './chosen.tsx'
import { Filters } from './filters.tsx'

interface CallsProps {
  list: CallList
  onMore: () => void
  /** Called when the list has to be asked for again. */
  onChange: () => void
}

/** The service lists no more at once. */
const mostShown = 1000

/** Whom to call, warmest first: by person or by company, filtered as the address says; beside it who is chosen. */
export function Calls({ list, onMore, onChange }: CallsProps) {
  const { query } = address.value
  const [chosen, setChosen] = useState(keptHere().chosen)
  const [marked, setMarked] = useState<Interested[]>([])
  const [failure, setFailure] = useState<Failure>()
  const element = useRef<HTMLDivElement>(null)
  // Whoever is marked goes at once, until they come again.
  const isGone = ({ person: { content, lastVisitAt, done } }: ListedCall) =>
    marked.some((one) => one.content === content && one.lastVisitAt === lastVisitAt && one.done === done)
  const calls = callsOf(list).filter((call) => !isGone(call))
  const at = Math.max(
    0,
    calls.findIndex(({ key }) => key === chosen),
  )
  const { now, today, earlier } = list.totals
  const totals = { Now: now, Today: today, 'Last 7 days': earlier }

  function choose(key: string | undefined): void {
    setChosen(key)
    keepHere(key === undefined ? {} : { chosen: key })
  }

  function focus(row: number): void {
    const names = element.current?.querySelectorAll<HTMLElement>('.call .name a') ?? []
    names[Math.min(names.length - 1, Math.max(0, row))]?.focus()
  }

  function mark(person: Interested, done: boolean): void {
    const isUndone = person.done === done
    const others = marked.filter(({ content }) => content !== person.content)
    setMarked(isUndone ? others : [...others, person])
    setFailure(undefined)
    ask('PUT /v1/today/:id', { params: { id: person.content }, json: { done } }).then(onChange, (error) => {
      setMarked(isUndone ? [...others, person] : others)
      setFailure(toFailure(error))
    })
    if (isUndone) return
    const row = calls.findIndex((call) => call.person === person)
    choose((calls[row + 1] ?? calls[row - 1])?.key)
    setTimeout(() => focus(row))
  }

  const [next, previous] = [() => focus(at + 1), () => focus(at - 1)]
  useKeys({ arrowdown: next, j: next, arrowup: previous, k: previous }, [])
  const shown = calls[at]
  const isBeside = shown && matchMedia('(width >= 1100px)').matches
  return (
    <div class={isBeside ? 'stack split' : 'stack'} ref={element}>
      <section class="card calls" aria-label="Who to call">
        <Filters list={list} query={query} />
        <div class="heading">
          <p class="quiet" role="status">
            {query.get('by') === 'company'
              ? count(now + today + earlier, 'company', 'companies')
              : count(now + today + earlier, 'person', 'people')}
          </p>
          <Marked person={marked.at(-1)} onUndo={(person) => mark(person, person.done)} />
          <p class="quiet small">The warmest first</p>
        </div>
        {failure && <Failed failure={failure} />}
        {!shown && <p class="quiet">{nothingWords(query)}</p>}
        {[...grouped(calls, groupOf)].map(([group, of]) => (
          <section key={group} aria-label={group}>
            <h2 class="small">
              {group} <span class="quiet">{formatNumber(totals[group])}</span>
            </h2>
            <ol>
              {of.map((call) => (
                <CallRow
                  key={call.key}
                  call={call}
                  isChosen={call === shown}
                  onChoose={() => choose(call.key)}
                  onMark={(done) => mark(call.person, done)}
                />
              ))}
            </ol>
          </section>
        ))}
        {list.next && calls.length < mostShown && (
          <button type="button" class="more" onClick={onMore}>
            Show more
          </button>
        )}
      </section>
      {isBeside && <ChosenPerson key={shown.key} call={shown} />}
    </div>
  )
}

function callsOf({ people, companies }: CallList): ListedCall[] {
  const warmest = companies.flatMap((company) => {
    const [person] = company.warmest
    return person ? [{ key: company.name, person, company }] : []
  })
  return [...people.map((person) => ({ key: person.content, person })), ...warmest]
}

function groupOf({ person: { now, lastVisitAt } }: ListedCall): 'Now' | 'Today' | 'Last 7 days' {
  if (now) return 'Now'
  return Date.parse(lastVisitAt) >= new Date().setHours(0, 0, 0, 0) ? 'Today' : 'Last 7 days'
}

interface MarkedProps {
  person: Interested | undefined
  onUndo: (person: Interested) => void
}

/** Says who is gone from the list, as the next person stands in their place, and takes it back. */
function Marked({ person, onUndo }: MarkedProps) {
  return (
    <p role="status" class="quiet">
      {person && (
        <>
          {`${person.label} is ${person.done ? 'to be called again' : 'done'}.`}{' '}
          <button type="button" class="link" onClick={() => onUndo(person)}>
            Undo
          </button>
        </>
      )}
    </p>
  )
}

function nothingWords(query: URLSearchParams): string {
  if (query.get('done') === '1') return 'Nobody is marked as done.'
  return 'Nobody is left to call here. Somebody who visits again is listed again.'
}
