import { useEffect, useState } from 'preact/hooks'
import { analyticsWords, nameOfItem } from '../../../wire/analytics-words.ts'
import { hrefOf } from '../../address.ts'
import { followToday, type LiveFeed, type Present } from '../../api/today.ts'
import { Loading } from '../../parts/awaited.tsx'
import { Breakable } from '../../parts/breakable.tsx'
import { formatNumber, formatTime } from '../../parts/format.ts'
import { Heading } from '../../parts/heading.tsx'
import { Calls } from './calls.tsx'
import { Faults } from './faults.tsx'
import { SinceYesterday } from './since-yesterday.tsx'
import { WeekFigures } from './week-figures.tsx'

/** The week in four numbers, who is on a page right now, whom to call, what is broken. */
export function TodayScreen() {
  const [live, setLive] = useState<LiveFeed>()
  useEffect(() => {
    const followed = followToday()
    setLive(followed)
    return followed.close
  }, [])
  const today = live?.today.value
  return (
    <>
      <div class="heading">
        <Heading text="Today" />
        <LiveSign state={live?.state.value ?? 'connecting'} />
      </div>
      {!today && <Loading />}
      {today && (
        <>
          {today.broken.length > 0 && (
            <p class="notice bad">
              <a href="#broken">
                {today.broken.length === 1 ? 'Something is' : `${today.broken.length} things are`} broken
              </a>
            </p>
          )}
          <WeekFigures weeks={today.weeks} />
          <Now present={today.now} />
          <Calls people={today.week} />
          <Faults faults={today.broken} />
          <SinceYesterday days={today.days} />
        </>
      )}
    </>
  )
}

function LiveSign({ state }: { state: 'connecting' | 'open' | 'lost' }) {
  return (
    <p role="status" class={`live ${state}`}>
      {{ connecting: 'Connecting…', open: 'Live', lost: 'Not live: connecting again…' }[state]}
    </p>
  )
}

/** How many people are shown at first. */
const mostPresent = 3
/** The service tells of so many at once, those who came last. */
const mostTold = 100

function Now({ present }: { present: Present[] }) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? present : present.slice(0, mostPresent)
  return (
    <section class="card" aria-labelledby="now">
      <h2 id="now">On a page right now</h2>
      {present.length === 0 ? (
        <p class="quiet">Nobody at the moment. People appear here as soon as they open their link.</p>
      ) : (
        <ul class="now" aria-live="polite">
          {shown.map((each) => (
            <li key={`${each.prospect} ${each.template}`}>
              <i class="pulse" aria-hidden="true" />
              <span>
                <a href={hrefOf('people', each.prospect)}>
                  <Breakable text={each.label} />
                </a>
                {each.company && each.company !== each.label && ` ${each.company}`}
              </span>
              <span class="quiet">
                {doing(each)} since {formatTime(each.since)}
              </span>
            </li>
          ))}
        </ul>
      )}
      {shown.length < present.length && (
        <button type="button" class="plain" onClick={() => setWhole(true)}>
          Show {present.length < mostTold ? 'all' : 'the latest'} {formatNumber(present.length)}
        </button>
      )}
    </section>
  )
}

function doing({ template, latest }: Present): string {
  return latest
    ? `${analyticsWords[latest.type].does} ${nameOfItem(latest)} on ${template}, there`
    : `on ${template}`
}
