import { useCallback } from 'preact/hooks'
import { address, hrefOf } from '../../address.ts'
import { fetchRecords, type RecordSummary } from '../../api/results.ts'
import { Breakable } from '../../parts/breakable.tsx'
import { Copy } from '../../parts/copy.tsx'
import { Empty } from '../../parts/empty.tsx'
import { formatDuration, formatNumber } from '../../parts/format.ts'
import { type ListWanted, SortedList } from '../../parts/sorted-list.tsx'
import type { Column } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'

/** The links of everybody, or of one template, with their figures: by default the latest visit first. */
export function LinksOfEverybody() {
  const template = address.value.query.get('template') || undefined
  const read = useCallback(
    (wanted: ListWanted, signal?: AbortSignal) => fetchRecords({ ...wanted, template }, signal),
    [template],
  )
  return (
    <SortedList
      read={read}
      usualSort="-lastVisit"
      one="link"
      empty={noLinks}
      caption="Links and what came of them"
      className="short"
      columns={columns}
      keyOf={({ id }) => id}
    />
  )
}

const columns: Column<RecordSummary>[] = [
  {
    title: 'Person',
    cell: ({ prospect, prospectId, company }) => (
      <>
        <a href={hrefOf('people', prospectId)}>
          <Breakable text={prospect || 'unknown'} />
        </a>
        {company && company !== prospect && <span class="quiet"> {company}</span>}
      </>
    ),
  },
  {
    title: 'Template',
    cell: ({ template }) => <a href={hrefOf('templates', template)}>{template}</a>,
  },
  { title: 'Visits', isNumber: true, cell: ({ visits }) => formatNumber(visits) },
  { title: 'Views', isNumber: true, cell: ({ views }) => formatNumber(views) },
  { title: 'Clicks', isNumber: true, cell: ({ clicks }) => formatNumber(clicks) },
  { title: 'Time', isNumber: true, cell: ({ ms }) => formatDuration(ms) },
  {
    title: 'Last visit',
    sort: 'lastVisit',
    isLastFirst: true,
    cell: ({ lastVisitAt }) => (lastVisitAt ? <Time at={lastVisitAt} /> : '–'),
  },
  { title: 'Created', sort: 'created', isLastFirst: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
  {
    title: 'Link',
    isActions: true,
    cell: ({ link, prospect }) =>
      link ? <Copy text={link} label="Copy link" of={prospect || 'this person'} /> : '–',
  },
]

const noLinks = (
  <Empty title="No link yet">
    <p>
      Everybody in the list of a campaign gets one:{' '}
      <a href={hrefOf('campaigns', undefined, { new: '1' })}>make a campaign</a>.
    </p>
  </Empty>
)
