import { inSentence } from '../../../wire/analytics-words.ts'
import { type RecordSummary, type RecordVisit, readVisits, type VisitEvent } from '../../api/results.ts'
import { Awaited } from '../../parts/awaited.tsx'
import { count, formatDate, formatDuration, formatTime, timeZone } from '../../parts/format.ts'
import { grouped } from '../../parts/grouped.ts'
import { useLoaded } from '../../parts/use-loaded.ts'

type VisitTo = RecordVisit & { record: RecordSummary }

/** What somebody did, visit by visit, the latest first, in the reader's time zone. */
export function Timeline({ records }: { records: RecordSummary[] }) {
  const loaded = useLoaded((signal) => visitsOf(records, signal), [records])
  return (
    <Awaited loaded={loaded}>
      {(visits) => (visits.length === 0 ? <p class="quiet">No visit yet.</p> : <Visits visits={visits} />)}
    </Awaited>
  )
}

/** So many are listed; the figures have all. */
const mostShown = 100

function Visits({ visits }: { visits: VisitTo[] }) {
  const shown = visits.slice(0, mostShown)
  return (
    <>
      <p class="quiet small">
        {shown.length < visits.length && `The latest ${shown.length} of ${count(visits.length, 'visit')}. `}
        Times are in {timeZone}.
      </p>
      {[...grouped(shown, ({ began }) => formatDate(began))].map(([day, of]) => (
        <section key={day} class="tight">
          <h3 class="small">{day}</h3>
          <ol class="stack timeline">
            {of.map((visit) => (
              <Visited key={visit.visit} visit={visit} />
            ))}
          </ol>
        </section>
      ))}
    </>
  )
}

async function visitsOf(records: RecordSummary[], signal: AbortSignal): Promise<VisitTo[]> {
  const visited = records.filter(({ visits, machines, unsure }) => visits + machines + unsure > 0)
  const all = await Promise.all(
    visited.map(async (record) =>
      (await readVisits(record.id, signal)).map((visit) => ({ ...visit, record })),
    ),
  )
  return all.flat().sort((a, b) => b.began.localeCompare(a.began))
}

/** What a visit was taken to be, and by what that is judged; nothing where a person came as usual. */
const judged: Record<RecordVisit['why'], string> = {
  input: '',
  stayed: '',
  robot: 'a machine: it calls itself a robot',
  hasty: 'a machine: it clicked faster than a person can',
  still: 'a machine: nobody moved or stayed for half an hour',
  'no-input': 'not yet decided whether a person or a machine',
}

function Visited({ visit: { began, kind, why, events, record } }: { visit: VisitTo }) {
  return (
    <li class="tight">
      <p>
        <strong>
          {kind === 'person' ? 'Visited' : 'Opened'} {formatTime(began)}
        </strong>{' '}
        <span class="quiet">
          {record.campaign ? `${record.campaign.name}, ${record.template}` : record.template}
          {judged[why] && ` · ${judged[why]}`}
        </span>
      </p>
      <ul>
        {events.map((event) => (
          <li key={event.seq}>
            <time dateTime={event.date} class="quiet">
              {formatTime(event.date)}
            </time>{' '}
            {did(event)}
          </li>
        ))}
      </ul>
    </li>
  )
}

function did({ type, item, name: given, ms = 0 }: VisitEvent): string {
  const name = inSentence({ item, name: given })
  if (type === 'view') return `saw ${name}`
  if (type === 'click') return `clicked ${name}`
  return `read ${name} for ${formatDuration(ms)}`
}
