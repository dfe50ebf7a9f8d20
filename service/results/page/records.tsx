/** @jsxImportSource preact */
import { useCallback, useEffect, useState } from 'preact/hooks'
import type { RecordPage, RecordSummary } from '../../model/results.ts'
import type { Api } from './api.ts'
import { formatDate, formatDuration, formatNumber } from './format.ts'
import { Awaited, useLoaded } from './loading.tsx'
import { hrefOf } from './route.ts'
import { type Column, Table } from './table.tsx'

/** Typing is not answered key by key. */
const pauseMs = 200

/** All content records of the organization, to search and sort. */
export function Records({ api }: { api: Api }) {
  const [search, setSearch] = useState('')
  const [sort, setSort] = useState('-created')
  const settled = useSettled(search, pauseMs)
  const loaded = useLoaded(
    useCallback((signal: AbortSignal) => api.list({ search: settled, sort }, signal), [api, settled, sort]),
  )
  return (
    <>
      <div class="heading">
        <h1 tabIndex={-1}>Records</h1>
        <label class="search">
          <span class="visually-hidden">Search by prospect or template</span>
          <input
            type="search"
            placeholder="Prospect or template"
            value={search}
            onInput={({ currentTarget }) => setSearch(currentTarget.value)}
          />
        </label>
      </div>
      <Awaited loaded={loaded}>
        {(page) => <List key={`${settled} ${sort}`} {...{ api, page, sort, setSort, search: settled }} />}
      </Awaited>
    </>
  )
}

interface ListProps {
  api: Api
  page: RecordPage
  search: string
  sort: string
  setSort: (sort: string) => void
}

function List({ api, page, search, sort, setSort }: ListProps) {
  const [pages, setPages] = useState([page])
  useEffect(() => setPages([page]), [page])
  const records = pages.flatMap((each) => each.records)
  const cursor = pages.at(-1)?.next
  if (records.length === 0) return search ? <NothingFound search={search} /> : <NoRecords />
  const more = async () => setPages([...pages, await api.list({ search, sort, cursor })])
  return (
    <>
      <p class="quiet" role="status">
        {formatNumber(records.length)}{' '}
        {cursor ? 'shown, there are more' : records.length === 1 ? 'record' : 'records'}
      </p>
      <Table
        caption="Content records"
        {...{ columns, rows: records, sort, onSort: setSort }}
        keyOf={({ id }) => id}
      />
      {cursor && (
        <button type="button" class="more" onClick={more}>
          Show more
        </button>
      )}
    </>
  )
}

const columns: Column<RecordSummary>[] = [
  {
    title: 'Prospect',
    sort: 'prospect',
    cell: ({ id, prospect }) => <a href={hrefOf({ view: 'content', id })}>{prospect}</a>,
  },
  {
    title: 'Template',
    sort: 'template',
    cell: ({ template }) => <a href={hrefOf({ view: 'template', name: template })}>{template}</a>,
  },
  { title: 'Language', cell: ({ language }) => language },
  { title: 'Visits', sort: 'visits', isNumber: true, cell: ({ visits }) => formatNumber(visits) },
  { title: 'Views', sort: 'views', isNumber: true, cell: ({ views }) => formatNumber(views) },
  { title: 'Clicks', sort: 'clicks', isNumber: true, cell: ({ clicks }) => formatNumber(clicks) },
  { title: 'Attention', sort: 'ms', isNumber: true, cell: ({ ms }) => formatDuration(ms) },
  { title: 'Page', cell: (record) => <Condition record={record} /> },
  { title: 'Made', sort: 'created', cell: ({ createdAt }) => formatDate(createdAt) },
]

function Condition({ record: { status, health, lost } }: { record: RecordSummary }) {
  if (status !== 'completed') return <span class="state">{status}</span>
  if (health === 'broken') return <span class="state bad">an item is missing</span>
  if (lost > 0) return <span class="state odd">{formatNumber(lost)} lost</span>
  if (health === 'good') return <span class="state good">all applied</span>
  return <span class="state">not visited yet</span>
}

function NothingFound({ search }: { search: string }) {
  return (
    <div class="notice">
      <h2>Nothing found</h2>
      <p>No prospect or template matches “{search}”.</p>
    </div>
  )
}

function NoRecords() {
  return (
    <div class="notice">
      <h2>No records yet</h2>
      <p>
        Create a prospect, then content for it. Its results appear here as soon as somebody opens the link.
      </p>
      <pre tabIndex={0}>
        <code>{`curl ${location.origin}/v1/prospects -H "Authorization: Bearer $TOKEN" \\
  -H "Content-Type: application/json" -d '{"email":"jane@example.com"}'
curl ${location.origin}/v1/content -H "Authorization: Bearer $TOKEN" \\
  -H "Content-Type: application/json" \\
  -d '{"prospect":"ID","template":"launch","language":"en"}'`}</code>
      </pre>
    </div>
  )
}

function useSettled<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}
