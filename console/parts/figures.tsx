import { analyticsWords, nameOfItem } from '../../wire/analytics-words.ts'
import { asWritten } from '../../wire/bare-name.ts'
import { itemName } from '../../wire/item-name.ts'
import type { ItemResults, ReportResults, Summary } from '../api/results.ts'
import { contentWords } from './content-words.ts'
import { DaysChart } from './days-chart.tsx'
import { count, formatDuration, formatNumber } from './format.ts'
import { State } from './state.tsx'
import { Table } from './table.tsx'

/** Figures: over time, by tracked item, and how the content items fare on the page. */
export function Figures({ results }: { results: Summary }) {
  return (
    <>
      <section class="card" aria-labelledby="over-time">
        <h2 id="over-time">Over time</h2>
        <DaysChart days={results.days} />
      </section>
      <section class="card" aria-labelledby="items">
        <h2 id="items">What was seen, clicked and read</h2>
        <Items items={results.items} />
      </section>
      <section class="card" aria-labelledby="reports">
        <h2 id="reports">Does the content reach the page?</h2>
        <Reports reports={results.report} />
      </section>
      {results.lost > 0 && (
        <p class="quiet">
          {count(results.lost, 'event')} did not arrive: browsers that were closed or lost their network.
        </p>
      )}
    </>
  )
}

function Items({ items }: { items: ItemResults[] }) {
  if (items.length === 0) return <p class="quiet">The template measures nothing.</p>
  return (
    <Table
      caption="Summary by tracked item"
      rows={items}
      keyOf={({ id, type }) => `${id} ${type}`}
      columns={[
        { title: 'Item', cell: ({ name, id: item }) => name ?? nameOfItem({ item }) },
        { title: 'Action', cell: ({ type }) => analyticsWords[type].done },
        { title: 'In visits', isNumber: true, cell: ({ visits }) => formatNumber(visits) },
        { title: 'Times', isNumber: true, cell: ({ events }) => formatNumber(events) },
        {
          title: 'Median time',
          isNumber: true,
          cell: ({ type, medianMs }) => (type === 'duration' ? formatDuration(medianMs) : '–'),
        },
        {
          title: 'Time in all',
          isNumber: true,
          cell: ({ type, ms }) => (type === 'duration' ? formatDuration(ms) : '–'),
        },
      ]}
    />
  )
}

/** How each content item fares on real visits. */
export function Reports({ reports }: { reports: ReportResults[] }) {
  if (reports.length === 0) return <p class="quiet">Known with the first visit.</p>
  return (
    <Table
      caption="Content items and how they fared, in visits"
      rows={reports}
      keyOf={({ index }) => index}
      columns={[
        { title: 'Item', cell: (item) => <span title={asWritten(item.selector)}>{itemName(item)}</span> },
        { title: 'Changes', cell: ({ type }) => contentWords[type].changes },
        { title: 'State', cell: (report) => <Fares report={report} /> },
        { title: 'Applied', isNumber: true, cell: ({ applied }) => formatNumber(applied) },
      ]}
    />
  )
}

function Fares({ report: { applied, missing, refused, contested } }: { report: ReportResults }) {
  if (applied + missing + refused + contested === 0) return <State>not visited yet</State>
  if (missing > 0) return <State tone="bad">not found in {count(missing, 'visit')}</State>
  if (refused > 0)
    return <State tone="bad">not allowed, or does not load, in {count(refused, 'visit')}</State>
  if (contested > 0) return <State tone="odd">the page writes over it in {count(contested, 'visit')}</State>
  return <State tone="good">applied</State>
}
