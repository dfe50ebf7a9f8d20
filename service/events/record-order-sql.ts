import { type RawBuilder, sql } from 'kysely'
import { timeOf } from '../base/database/columns.ts'
import { beyond, inOrder, isBehind } from '../base/database/keyset.ts'
import type { PageQuery, Sorting } from '../base/http/list-page.ts'
import { isThere } from '../content/sql.ts'

/** Figures in `tally`, where most records have no row yet. */
const figures = ['visits', 'views', 'clicks', 'ms'] as const
type Figure = (typeof figures)[number]

/** Columns by which records can be sorted; ids decide between equals. Each has an index. */
const columns = {
  prospect: sql`lower(coalesce(nullif(p.name, ''), nullif(p.company, ''), p.email, p.domain, ''))`,
  template: sql`c.template`,
  created: sql`c.created_at`,
} as const
type Column = keyof typeof columns

export type SortColumn = Column | Figure

/** Which page of a list is wanted; a position is the value that a record is sorted by, as text, and its id. */
export type RecordPart = PageQuery & Sorting<SortColumn>

/**
 * A part of a list that is read by one index. Conditions, order and key use the aliases `c`, `p` and `t` for content,
 * its prospect and its tally; `from` provides those that are used, for the organization.
 */
export interface Segment {
  from(organization: string): RawBuilder<unknown>
  where: RawBuilder<unknown>
  order: RawBuilder<unknown>
  /** The value that the list is sorted by, as in a cursor. */
  key: RawBuilder<unknown>
  id: RawBuilder<unknown>
}

/** The segments of a list, in their order. */
export function segmentsOf({ sort, descending, after }: RecordPart): Segment[] {
  if (!isFigure(sort)) return [byColumn(sort, descending, after)]
  const upwards = (['none', 'small', 'large'] as const).map((size) => ({ size, build: bySize[size] }))
  const inOrder = descending ? upwards.toReversed() : upwards
  const from = after ? inOrder.findIndex(({ size }) => size === sizeOf(Number(after[0]))) : 0
  return inOrder.slice(from).map(({ build }, at) => build(sort, descending, at === 0 ? after : undefined))
}

/** The whole list as one segment, for few records, which are sorted without an index. */
export function wholeOf({ sort, descending, after }: RecordPart): Omit<Segment, 'from'> {
  if (!isFigure(sort)) return byColumn(sort, descending, after)
  const figure = sql`coalesce(${sql.ref(`t.${sort}`)}, 0)`
  return {
    where: after
      ? isBehind(descending, [figure, sql`c.id`], [sql`${after[0]}::bigint`, sql`${after[1]}`])
      : sql`true`,
    order: inOrder(descending, figure, sql`c.id`),
    key: figure,
    id: sql`c.id`,
  }
}

function byColumn(sort: Column, descending: boolean, after: RecordPart['after']): Segment {
  const column = columns[sort]
  return {
    from: sort === 'prospect' ? fromProspect : fromContent,
    where: after
      ? isBehind(descending, [column, sql`c.id`], [fromKey[sort](after[0]), sql`${after[1]}`])
      : sql`true`,
    order: inOrder(descending, column, sql`c.id`),
    key: sort === 'created' ? sql`(extract(epoch FROM c.created_at) * 1000)::bigint` : column,
    id: sql`c.id`,
  }
}

const asText = (key: string) => sql`${key}`
const fromKey: Record<Column, (key: string) => RawBuilder<unknown>> = {
  prospect: asText,
  template: asText,
  created: timeOf,
}

const fromContent = (organization: string) =>
  sql`(SELECT * FROM content WHERE organization = ${organization} AND ${isThere()}) AS c`
const fromProspect = (organization: string) =>
  sql`(SELECT * FROM prospect WHERE organization = ${organization}) AS p
    JOIN content c ON c.organization = ${organization} AND c.prospect = p.id`
const fromTally = (organization: string) =>
  sql`(SELECT * FROM tally WHERE organization = ${organization}) AS t`
/** Each record with its tally, looked up one by one: a plain join would read all of them. */
const fromBoth = (organization: string) => sql`${fromContent(organization)}
  LEFT JOIN LATERAL (SELECT * FROM tally WHERE organization = ${organization} AND content = c.id OFFSET 0) AS t
    ON true`

/** Figures up to this one are ordered by a rank column (such as `clicks_rank`), whose index is sorted by figure. */
const largestSmall = 60
type Size = 'none' | 'small' | 'large'

function sizeOf(figure: number): Size {
  if (figure === 0) return 'none'
  return figure <= largestSmall ? 'small' : 'large'
}

const rankOf = (figure: number | string) => sql`floor(64 * ln(1 + ${figure}::bigint))::integer`

const bySize: Record<Size, (figure: Figure, descending: boolean, after: RecordPart['after']) => Segment> = {
  none(figure, descending, after) {
    const isNone = sql`coalesce(${sql.ref(`t.${figure}`)}, 0) = 0`
    return {
      from: fromBoth,
      where: after ? sql`${isNone} AND c.id ${beyond(descending)} ${after[1]}` : isNone,
      order: inOrder(descending, sql`c.id`),
      key: sql`0`,
      id: sql`c.id`,
    }
  },
  small(figure, descending, after) {
    const rank = sql.ref(`t.${figure}_rank`)
    const isSmall = sql`${rank} BETWEEN ${rankOf(1)} AND ${rankOf(largestSmall)}`
    return {
      from: fromTally,
      where: after
        ? sql`${isSmall} AND ${isBehind(descending, [rank, sql`t.content`], [rankOf(after[0]), sql`${after[1]}`])}`
        : isSmall,
      order: inOrder(descending, rank, sql`t.content`),
      key: sql.ref(`t.${figure}`),
      id: sql`t.content`,
    }
  },
  large(figure, descending, after) {
    const [column, rank] = [sql.ref(`t.${figure}`), sql.ref(`t.${figure}_rank`)]
    const isLarge = sql`${rank} > ${rankOf(largestSmall)}`
    return {
      from: fromTally,
      where: after
        ? sql`${isLarge} AND ${rank} ${beyond(descending)}= ${rankOf(after[0])}
            AND ${isBehind(descending, [column, sql`t.content`], [sql`${after[0]}::bigint`, sql`${after[1]}`])}`
        : isLarge,
      order: inOrder(descending, rank, column, sql`t.content`),
      key: column,
      id: sql`t.content`,
    }
  },
}

/** Whether a text names a figure. */
function isFigure(text: string): text is Figure {
  return (figures as readonly string[]).includes(text)
}
