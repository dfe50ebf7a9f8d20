import { analyticsWords, nameOfItem } from '../../../wire/analytics-words.ts'
import { type Campaign, listInvited, madePageOf } from '../../api/campaigns.ts'
import { ask } from '../../api/client.ts'
import type { Summary } from '../../api/results.ts'
import { Awaited } from '../../parts/awaited.tsx'
import { DaysChart } from '../../parts/days-chart.tsx'
import { count, formatDuration, formatNumber } from '../../parts/format.ts'
import { shareOf } from '../../parts/funnel.tsx'
import { PagePicture } from '../../parts/page-picture.tsx'
import { Table } from '../../parts/table.tsx'
import { useLoaded } from '../../parts/use-loaded.ts'

/** The figures of a campaign, with the page of somebody who visited as a picture. */
export function CampaignFiguresOverTime({ campaign }: { campaign: Campaign }) {
  const { id, came, reached } = campaign
  const loaded = useLoaded(
    (signal) => ask('GET /results/campaign/:id', { params: { id }, signal }),
    [id],
    `${came} ${reached}`,
  )
  const visitors = useLoaded((signal) => listInvited(id, { sort: '-visits' }, signal), [id])
  const people = visitors.state === 'there' ? visitors.value.rows : []
  const shown = people.find(({ status, group }) => status === 'completed' && group !== 'control')
  return (
    <Awaited loaded={loaded}>{(results) => <Figures results={results} shown={shown?.content} />}</Awaited>
  )
}

/** Over time, and by tracked item, beside the page of the record `shown` with what was seen, clicked and read on it. */
function Figures({ results, shown }: { results: Summary; shown: string | undefined }) {
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
        <div class={shown && visits > 0 ? 'stack split' : 'stack'}>
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
      className="short"
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
