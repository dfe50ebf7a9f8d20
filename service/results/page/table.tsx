/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact'

export interface Column<Row> {
  /** Heading; sortable columns have a `sort` name. */
  title: string
  sort?: string
  /** Numbers stand to the right. */
  isNumber?: boolean
  cell: (row: Row) => ComponentChildren
}

interface TableProps<Row> {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string | number
  /** `name` or `-name`: what it is sorted by, and its direction. */
  sort?: string
  onSort?: (sort: string) => void
}

/** A table whose first column names the row; where it is too wide for the screen it scrolls by itself. */
export function Table<Row>({ caption, columns, rows, keyOf, sort, onSort }: TableProps<Row>) {
  return (
    <section class="table" aria-label={caption} tabIndex={0}>
      <table>
        <caption class="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <Heading key={column.title} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ title, isNumber, cell }, index) => {
                const Cell = index === 0 ? 'th' : 'td'
                return (
                  <Cell
                    key={title}
                    class={isNumber ? 'number' : ''}
                    {...(index === 0 ? { scope: 'row' } : {})}
                  >
                    {cell(row)}
                  </Cell>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface HeadingProps<Row> {
  column: Column<Row>
  sort: string | undefined
  onSort: ((sort: string) => void) | undefined
}

function Heading<Row>({ column, sort, onSort }: HeadingProps<Row>) {
  const { title, sort: name, isNumber } = column
  const direction = sort === name ? 'ascending' : sort === `-${name}` ? 'descending' : 'none'
  const className = isNumber ? 'number' : ''
  if (!name || !onSort) {
    return (
      <th scope="col" class={className}>
        {title}
      </th>
    )
  }
  // Numbers begin with the largest, names with A.
  const next = direction === 'descending' || (direction === 'none' && !isNumber) ? name : `-${name}`
  return (
    <th scope="col" class={className} aria-sort={direction}>
      <button type="button" class="sort" onClick={() => onSort(next)}>
        {title}
        <span aria-hidden="true">{{ ascending: '↑', descending: '↓', none: '' }[direction]}</span>
      </button>
    </th>
  )
}
