import { useCallback } from 'preact/hooks'
import { type RecordSummary, type RecordVisit, readVisits, type VisitEvent } from '../../api/results.ts'
import { Awaited } from '../../parts/awaited.tsx'
import { formatDate, formatDuration, formatTime, timeZone } from '../../parts/format.ts'
import { useLoaded } from '../../parts/use-loaded.ts'
import { nameOfItem } from '../today/interest.ts'

type VisitTo = RecordVisit & { record: RecordSummary }

/** What somebody did, visit by visit, the latest first, in the reader's time zone. */
export function Timeline({ records }: { records: RecordSummary[] }) {
  const loaded = useLoaded(useCallback((signal: AbortSignal) => visitsOf(records, signal), [records]))
  return (
    <Awaited loaded={loaded}>
      {(visits) =>
        visits.length === 0 ? (
          <p class="quiet">No visit yet.</p>
        ) : (
          <>
            <p class="quiet">Times are in {timeZone}.</p>
            <ol class="timeline">
              {visits.map((visit) => (
                <Visited key={visit.visit} visit={visit} />
              ))}
            </ol>
          </>
        )
      }
    </Awaited>
  )
}

async function visitsOf(records: RecordSummary[], signal: AbortSignal): Promise<VisitTo[]> {
  const visited = records.filter(({ visits }) => visits > 0)
  const all = await Promise.all(
    visited.map(async (record) =>
      (await readVisits(record.id, signal)).map((visit) => ({ ...visit, record })),
    ),
  )
  return all.flat().sort((a, b) => b.began.localeCompare(a.began))
}

function Visited({ visit: { began, events, record } }: { visit: VisitTo }) {
  return (
    <li>
      <p>
        <strong>
          Came {formatTime(began)}, {formatDate(began)}
        </strong>{' '}
        <span class="quiet">
          to {record.template}
          {record.campaign && `, ${record.campaign.name}`}
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

function did({ type, item, ms = 0 }: VisitEvent): string {
  const name = nameOfItem({ item })
  if (type === 'view') return `saw ${name}`
  if (type === 'click') return `clicked ${name}`
  return `read ${name} for ${formatDuration(ms)}`
}
