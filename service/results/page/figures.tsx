/** @jsxImportSource preact */

import type { ItemResults, ReportResults, Summary } from '../../model/results.ts'
import { DaysChart } from './chart.tsx'
import { formatDuration, formatNumber } from './format.ts'
import { Table } from './table.tsx'

/** What was counted, over time, by tracked item, and how the content items fare on the page. */
export function Figures({ results }: { results: Summary }) {
  return (
    <>
      <Tiles results={results} />
      <section class="card" aria-labelledby="days-heading">
        <h2 id="days-heading">Over time</h2>
        <DaysChart days={results.days} />
      </section>
      <section class="card" aria-labelledby="items-heading">
        <h2 id="items-heading">What was looked at, clicked and read</h2>
        <Items items={results.items} />
      </section>
      <section class="card" aria-labelledby="health-heading">
        <h2 id="health-heading">Does the content reach the page?</h2>
        <Reports reports={results.report} />
      </section>
    </>
  )
}

function Tiles({ results: { visits, lost, days } }: { results: Summary }) {
  const sum = (key: 'views' | 'clicks' | 'ms') => days.reduce((total, day) => total + day[key], 0)
  const tiles = [
    { label: 'Visits', value: formatNumber(visits) },
    { label: 'Views', value: formatNumber(sum('views')) },
    { label: 'Clicks', value: formatNumber(sum('clicks')) },
    { label: 'Attention', value: formatDuration(sum('ms')) },
    { label: 'Lost events', value: formatNumber(lost), isWarning: lost > 0 },
  ]
  return (
    <dl class="tiles">
      {tiles.map(({ label, value, isWarning }) => (
        <div key={label} class={isWarning ? 'warning' : ''}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Items({ items }: { items: ItemResults[] }) {
  if (items.length === 0)
    return <p class="empty">The template measures nothing: add items under “analytics”.</p>
  return (
    <Table
      caption="Summary by tracked item"
      rows={items}
      keyOf={({ id, type }) => `${id} ${type}`}
      columns={[
        { title: 'Item', cell: ({ id }) => id },
        { title: 'Measures', cell: ({ type }) => type },
        { title: 'Selector', cell: ({ selector }) => <code>{selector}</code> },
        { title: 'Visits with it', isNumber: true, cell: ({ visits }) => formatNumber(visits) },
        { title: 'Events', isNumber: true, cell: ({ events }) => formatNumber(events) },
        {
          title: 'Time',
          isNumber: true,
          cell: ({ type, ms }) => (type === 'duration' ? formatDuration(ms) : '–'),
        },
        {
          title: 'Median time',
          isNumber: true,
          cell: ({ type, medianMs }) => (type === 'duration' ? formatDuration(medianMs) : '–'),
        },
      ]}
    />
  )
}

function Reports({ reports }: { reports: ReportResults[] }) {
  if (reports.length === 0) return <p class="empty">Nothing is reported before the first visit.</p>
  return (
    <Table
      caption="Content items and how they fared on the page, in visits"
      rows={reports}
      keyOf={({ index }) => index}
      columns={[
        { title: 'Item', cell: ({ index, type }) => `${index + 1} · ${type}` },
        { title: 'Selector', cell: ({ selector }) => <code>{selector}</code> },
        { title: 'State', cell: (report) => <State report={report} /> },
        { title: 'Applied', isNumber: true, cell: ({ applied }) => formatNumber(applied) },
        { title: 'Missing', isNumber: true, cell: ({ missing }) => formatNumber(missing) },
        { title: 'Refused', isNumber: true, cell: ({ refused }) => formatNumber(refused) },
        { title: 'Contested', isNumber: true, cell: ({ contested }) => formatNumber(contested) },
      ]}
    />
  )
}

/** Never by colour alone: the words say it, and what to do. */
function State({ report: { applied, missing, refused, contested } }: { report: ReportResults }) {
  if (applied + missing + refused + contested === 0) return <span class="state">not visited yet</span>
  if (missing > 0)
    return (
      <span class="state bad">
        selector matches nothing in {formatNumber(missing)} {missing === 1 ? 'visit' : 'visits'}
      </span>
    )
  if (refused > 0) return <span class="state bad">payload or target not allowed</span>
  if (contested > 0) return <span class="state odd">the page writes over it</span>
  return <span class="state good">applied</span>
}
