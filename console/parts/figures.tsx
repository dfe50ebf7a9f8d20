import { analyticsWords, nameOfItem } from '../../wire/analytics-words.ts'
import { madePageOf } from '../api/campaigns.ts'
import type { Summary } from '../api/results.ts'
import { DaysChart } from './days-chart.tsx'
import { count, formatDuration, formatNumber } from './format.ts'
import { shareOf } from './funnel.tsx'
import { PagePicture } from './page-picture.tsx'
import { Table } from './table.tsx'

/** Figures: over time, and by tracked item, beside the page of the record `shown` with what was seen, clicked and read on it. */
export function Figures({ results, shown }: { results: Summary; shown: string | undefined }) {
  const { items, visits, lost } = results
  const read = items.map(({ id, type, visits: some }) => ({
    item: id,
    percent: (some / (visits || 1)) * 100,
    label: `${analyticsWords[type].done} ${shareOf(some, visits)}`,
  }))
  return (
    <>
      <section class="card" aria-labelledby="over-time">
        <h2 id="over-time">Over time</h2>
        <DaysChart days={results.days} />
      </section>
      <section class="card" aria-labelledby="items">
        <h2 id="items">What was seen, clicked and read</h2>
        <div class="with-picture">
          <Items {...{ items, visits }} />
          {shown && visits > 0 && (
            <PagePicture
              src={madePageOf(shown, { read })}
              title="The page, coloured by how many saw, clicked or read what"
            />
          )}
        </div>
      </section>
      {lost > 0 && (
        <p class="quiet">
          {count(lost, 'event')} did not arrive: browsers that were closed or lost their network.
        </p>
      )}
    </>
  )
}

function Items({ items, visits: all }: Pick<Summary, 'items' | 'visits'>) {
  if (items.length === 0) return <p class="quiet">The template measures nothing.</p>
  return (
    <Table
      caption="Summary by tracked item"
      rows={items}
      keyOf={({ id, type }) => `${id} ${type}`}
      columns={[
        { title: 'Item', cell: ({ name, id: item }) => nameOfItem({ name, item }) },
        { title: 'Action', cell: ({ type }) => analyticsWords[type].done },
        {
          title: 'In visits',
          isNumber: true,
          cell: ({ visits }) => (
            <>
              {formatNumber(visits)} <span class="quiet">{shareOf(visits, all)}</span>
            </>
          ),
        },
        { title: 'Times', isNumber: true, cell: ({ events }) => formatNumber(events) },
        {
          title: 'Median time',
          isNumber: true,
          cell: ({ type, medianMs }) => (type === 'duration' ? formatDuration(medianMs) : '–'),
        },
      ]}
    />
  )
}
