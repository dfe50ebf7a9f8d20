import type { ComponentChildren } from 'preact'

export interface Column<Row> {
  /** Heading; sortable columns have a `sort` name. */
  title: string
  sort?: string
  /** Whether the column has numbers, which are aligned right. */
  isNumber?: boolean
  /** Whether the column has buttons, which need no heading beside them. */
  isActions?: boolean
  /** Whether the first click sorts downwards. Default: true for numbers; set it for times. */
  isLastFirst?: boolean
  cell: (row: Row) => ComponentChildren
}

export interface TableProps<Row> {
  caption: string
  /** A class to style this table by; `short`: on a narrow screen a row takes a few lines, as in a list of contacts. */
  className?: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string | number
  /** The present order: `name`, or `-name` for downwards. */
  sort?: string
  onSort?: (sort: string) => void
}

/**
 * A table whose first column names the row. On a narrow screen each row becomes a card, in which each value has its
 * heading beside it: see `table.css`.
 */
export function Table<Row>({ caption, className = '', columns, rows, keyOf, sort, onSort }: TableProps<Row>) {
  return (
    <table class={className}>
      <caption class="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <Heading key={column.title} {...{ column, sort, onSort }} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map((column, index) => (
              <Cell key={column.title} {...{ column, row }} isFirst={index === 0} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface CellProps<Row> {
  column: Column<Row>
  row: Row
  isFirst: boolean
}

function Cell<Row>({ column: { title, isNumber, isActions, cell }, row, isFirst }: CellProps<Row>) {
  const value = cell(row)
  const className = isNumber ? 'number' : isActions ? 'actions' : value === '–' ? 'none' : ''
  if (isFirst)
    return (
      <th scope="row" class={className}>
        {value}
      </th>
    )
  return (
    <td class={className} data-title={title}>
      {value}
    </td>
  )
}

interface HeadingProps<Row> {
  column: Column<Row>
  sort: string | undefined
  onSort: ((sort: string) => void) | undefined
}

function Heading<Row>({ column, sort, onSort }: HeadingProps<Row>) {
  const { title, sort: name, isNumber, isLastFirst = isNumber } = column
  const className = isNumber ? 'number' : ''
  if (!name || !onSort)
    return (
      <th scope="col" class={className}>
        {title}
      </th>
    )
  const direction = sort === name ? 'ascending' : sort === `-${name}` ? 'descending' : 'none'
  // Numbers begin with the largest, names with A.
  const next = direction === 'descending' || (direction === 'none' && !isLastFirst) ? name : `-${name}`
  return (
    <th scope="col" class={className} aria-sort={direction}>
      <button type="button" class="sort" onClick={() => onSort(next)}>
        {title}
        {direction !== 'none' && <span aria-hidden="true">{direction === 'ascending' ? '↑' : '↓'}</span>}
      </button>
    </th>
  )
}
