import { useEffect, useRef, useState } from 'preact/hooks'
import { address, keepHere, keptHere } from '../../address.ts'
import { readFirstSteps } from '../../api/help.ts'
import { followToday, type LiveFeed, readCalls } from '../../api/today.ts'
import { FirstSteps } from '../../help/first-steps.tsx'
import { Awaited, Loading } from '../../parts/awaited.tsx'
import { FirstFault, ListOfFaults } from '../../parts/faults.tsx'
import { Heading } from '../../parts/heading.tsx'
import { State } from '../../parts/state.tsx'
import { useLoaded } from '../../parts/use-loaded.ts'
import { Calls } from './calls.tsx'
import { WeekFigures } from './week-figures.tsx'

/** So many people are shown at first, and more each time. */
const shownAtOnce = 50

/** Whom to call, the week in four numbers, what is broken. The list is asked for again whenever something happens. */
export function TodayScreen() {
  const [live, setLive] = useState<LiveFeed>()
  const today = live?.today.value
  const asked = address.value.query.toString()
  const [pages, setPages] = useState(keptHere().pages ?? 1)
  const calls = useLoaded(
    (signal) => readCalls(new URLSearchParams(asked), pages * shownAtOnce, signal),
    [asked, pages],
  )
  // The list first: what the stream tells takes the database longer.
  const isAsked = calls.state !== 'loading'
  useEffect(() => {
    if (!isAsked) return
    const followed = followToday()
    setLive(followed)
    return followed.close
  }, [isAsked])
  // Not while it is being read: where something happens all the time, no answer would ever come.
  const known = useRef(today)
  useEffect(() => {
    if (calls.isStale || known.current === today) return
    known.current = today
    calls.reload()
  }, [today, calls.isStale, calls.reload])
  const broken = today?.broken ?? []
  // Of an empty list the stream tells whether anybody ever came.
  const isQuiet = calls.state === 'there' && Object.values(calls.value.totals).every((total) => total === 0)
  const isWaiting = calls.state === 'loading' || (isQuiet && !today && live?.state.value !== 'lost')
  const hasVisits = !today || today.weeks.days.some(({ visits }) => visits > 0) || today.now.length > 0
  const showMore = () => {
    keepHere({ pages: pages + 1 })
    setPages(pages + 1)
  }
  return (
    <>
      <div class="heading">
        <Heading text="Today" />
        <LiveSign state={live?.state.value ?? 'connecting'} />
      </div>
      <FirstFault faults={broken} />
      {isWaiting && <Loading />}
      {!isWaiting && !hasVisits && <NobodyYet />}
      {!isWaiting && hasVisits && (
        <>
          <WeekFigures weeks={today?.weeks} />
          <Awaited loaded={calls}>
            {(list) => <Calls list={list} onMore={showMore} onChange={calls.reload} />}
          </Awaited>
        </>
      )}
      {(hasVisits || broken.length > 0) && today && (
        <section class="card" aria-labelledby="broken">
          <h2 id="broken">What is broken</h2>
          {broken.length > 0 ? (
            <ListOfFaults faults={broken} />
          ) : (
            <p class="quiet">Nothing is known to be broken.</p>
          )}
        </section>
      )}
    </>
  )
}

function NobodyYet() {
  const steps = useLoaded(readFirstSteps)
  return (
    <Awaited loaded={steps}>
      {(state) => (
        <section class="card stack">
          <p class="quiet">
            Nobody has visited in the last two weeks. People who open their link appear here at once.
          </p>
          <FirstSteps state={state} />
        </section>
      )}
    </Awaited>
  )
}

function LiveSign({ state }: { state: 'connecting' | 'open' | 'lost' }) {
  return (
    <p role="status">
      <State tone={({ connecting: 'calm', open: 'good', lost: 'odd' } as const)[state]}>
        {{ connecting: 'Connecting…', open: 'Live', lost: 'Not live: connecting again…' }[state]}
      </State>
    </p>
  )
}
