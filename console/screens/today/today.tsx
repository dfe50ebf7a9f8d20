import { useEffect, useState } from 'preact/hooks'
import { hrefOf } from '../../address.ts'
import { followToday, type Interested, type LiveFeed, type Present } from '../../api/today.ts'
import { analyticsWords } from '../../parts/analytics-words.ts'
import { Loading } from '../../parts/awaited.tsx'
import { Breakable } from '../../parts/breakable.tsx'
import { Empty } from '../../parts/empty.tsx'
import { count, formatNumber, formatTime } from '../../parts/format.ts'
import { Heading } from '../../parts/heading.tsx'
import { State } from '../../parts/state.tsx'
import { Time } from '../../parts/time.tsx'
import { Faults, NothingBroken } from './faults.tsx'
import { interestOf, nameOfItem } from './interest.ts'
import { SinceYesterday } from './since-yesterday.tsx'

/** Who is on a page right now, who came in the last seven days, what is broken. */
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
          <Now present={today.now} />
          {today.broken.length > 0 && <Faults faults={today.broken} />}
          <Week people={today.week} />
          <SinceYesterday days={today.days} />
          {today.broken.length === 0 && <NothingBroken />}
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
const mostPresent = 8

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
          Show all {formatNumber(present.length)}
        </button>
      )}
    </section>
  )
}

function doing({ template, latest }: Present): string {
  return latest
    ? `${analyticsWords[latest.type].does} ${nameOfItem(latest.item)} on ${template}, there`
    : `on ${template}`
}

function Week({ people }: { people: Interested[] }) {
  return (
    <section class="card" aria-labelledby="week">
      <h2 id="week">Most interested, last seven days</h2>
      {people.length === 0 ? (
        <Empty title="Nobody came yet">
          <p>
            People who open their link are listed here, the most interested first.{' '}
            <a href={hrefOf('campaigns')}>Make a campaign</a> to get a link for each person of a list.
          </p>
        </Empty>
      ) : (
        <ol class="interested">
          {people.map((person) => (
            <li key={person.content}>
              <p>
                <a href={hrefOf('people', person.prospect)}>
                  <Breakable text={person.label} />
                </a>
                {person.company && person.company !== person.label && <span>{person.company}</span>}
                {person.reached && <State tone="good">goal</State>}
              </p>
              <p class="why">{sentence(interestOf(person))}</p>
              <p class="quiet">
                {count(person.visits, 'visit')} to {person.template}, last <Time at={person.lastVisitAt} />
              </p>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
}
