import { useCallback } from 'preact/hooks'
import { address, changeQuery } from '../address.ts'
import { Empty } from './empty.tsx'
import { Paged, type PagedProps, type Part } from './paged.tsx'
import { searchInAddress } from './search.tsx'
import { Table, type TableProps } from './table.tsx'

/** What of a list is asked for. */
export interface ListWanted {
  search: string
  sort: string
  cursor: string | undefined
}

type ListProps<Row> = Omit<PagedProps<Row>, 'ask' | 'children'> &
  Omit<TableProps<Row>, 'rows' | 'sort' | 'onSort'> & {
    /** Fetches one page. Create it with `useCallback`, or outside the component. */
    read: (wanted: ListWanted, signal?: AbortSignal) => Promise<Part<Row>>
    usualSort: string
  }

/** A list of any length as a table, searched and sorted as the address says. */
export function SortedList<Row>({ read, usualSort, version, one, many, empty, ...table }: ListProps<Row>) {
  const search = searchInAddress()
  const sort = address.value.query.get('sort') || usualSort
  const ask = useCallback(
    (cursor?: string, signal?: AbortSignal) => read({ search, sort, cursor }, signal),
    [read, search, sort],
  )
  return (
    <Paged {...{ ask, version, one, many }} empty={search ? <NothingFound search={search} /> : empty}>
      {(rows) => (
        <Table
          {...table}
          {...{ rows, sort }}
          onSort={(to) => changeQuery({ sort: to === usualSort ? '' : to })}
        />
      )}
    </Paged>
  )
}

function NothingFound({ search }: { search: string }) {
  return (
    <Empty title="Nobody found">
      <p>Nobody matches “{search}”. Names, addresses and companies are searched.</p>
    </Empty>
  )
}
