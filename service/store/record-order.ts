import { type RawBuilder, sql } from 'kysely'

/** Figures of `tally`: most records have none yet, and have no row there. */
const figures = ['visits', 'views', 'clicks', 'ms'] as const
type Figure = (typeof figures)[number]

/** What a list of records can be sorted by; ids decide between equals. Each has an index. */
const columns = {
  prospect: sql`lower(coalesce(nullif(p.name, ''), nullif(p.company, ''), p.email, p.domain, ''))`,
  template: sql`c.template`,
  created: sql`c.created_at`,
} as const
type Column = keyof typeof columns

export type SortColumn = Column | Figure

/** Whether a text names a column to sort by. */
export function isSortColumn(text: string): text is SortColumn {
  return Object.hasOwn(columns, text) || isFigure(text)
}

/** Whether a column is sorted as text; the others are whole numbers. */
export function isTextColumn(column: SortColumn): boolean {
  return column === 'prospect' || column === 'template'
}

/** A part of a list, read by one index. */
export interface Segment {
  from: RawBuilder<unknown>
  where: RawBuilder<unknown>
  order: RawBuilder<unknown>
  /** What the list is sorted by, as the text that a cursor has. */
  key: RawBuilder<unknown>
}

interface Ordered {
  sort: SortColumn
  descending: boolean
  /** What the record before the first one is sorted by, and its id. */
  after?: [key: string, id: string] | undefined
}

/** The parts of a list, in their order: of a figure first or last those that have none. */
export function segmentsOf({ sort, descending, after }: Ordered): Segment[] {
  if (!isFigure(sort)) return [byColumn(sort, descending, after)]
  const isAtNone = after?.[0] === '0'
  const none = withoutFigure(sort, descending, isAtNone ? after : undefined)
  const some = byFigure(sort, descending, isAtNone ? undefined : after)
  if (!after) return descending ? [some, none] : [none, some]
  if (isAtNone) return descending ? [none] : [none, some]
  return descending ? [some, none] : [some]
}

const withProspect = sql`content c JOIN prospect p ON p.organization = c.organization AND p.id = c.prospect`
const fromContent = sql`${withProspect}
  LEFT JOIN tally t ON t.organization = c.organization AND t.content = c.id`
const fromTally = sql`tally t JOIN content c ON c.organization = t.organization AND c.id = t.content
  JOIN prospect p ON p.organization = c.organization AND p.id = c.prospect`

function byColumn(sort: Column, descending: boolean, after: Ordered['after']): Segment {
  const column = columns[sort]
  return {
    from: fromContent,
    where: after
      ? sql`(${column}, c.id) ${beyond(descending)} (${fromKey[sort](after[0])}, ${after[1]})`
      : sql`true`,
    order: inOrder(descending, column, sql`c.id`),
    key: sort === 'created' ? sql`(extract(epoch FROM c.created_at) * 1000)::bigint` : column,
  }
}

const asText = (key: string) => sql`${key}`
const fromKey: Record<Column, (key: string) => RawBuilder<unknown>> = {
  prospect: asText,
  template: asText,
  created: (key) => sql`'epoch'::timestamptz + ${key}::bigint * interval '1 millisecond'`,
}

/** Those that have a figure: by its rank, which has an index, and within a rank by the figure. */
function byFigure(figure: Figure, descending: boolean, after: Ordered['after']): Segment {
  const [column, rank] = [sql.ref(`t.${figure}`), sql.ref(`t.${figure}_rank`)]
  const [key, id] = after ?? []
  return {
    from: fromTally,
    where:
      key === undefined
        ? sql`${column} > 0`
        : sql`${column} > 0 AND ${rank} ${beyond(descending)}= floor(23 * ln(1 + ${key}::bigint))::integer
            AND (${column}, t.content) ${beyond(descending)} (${key}::bigint, ${id})`,
    order: inOrder(descending, rank, column, sql`t.content`),
    key: column,
  }
}

function withoutFigure(figure: Figure, descending: boolean, after: Ordered['after']): Segment {
  const isNone = sql`coalesce(${sql.ref(`t.${figure}`)}, 0) = 0`
  return {
    from: fromContent,
    where: after ? sql`${isNone} AND c.id ${beyond(descending)} ${after[1]}` : isNone,
    order: inOrder(descending, sql`c.id`),
    key: sql`0`,
  }
}

function isFigure(text: string): text is Figure {
  return (figures as readonly string[]).includes(text)
}

function beyond(descending: boolean): RawBuilder<unknown> {
  return descending ? sql`<` : sql`>`
}

function inOrder(descending: boolean, ...columns: RawBuilder<unknown>[]): RawBuilder<unknown> {
  const direction = descending ? sql`DESC` : sql`ASC`
  return sql.join(columns.map((column) => sql`${column} ${direction}`))
}
