import { type RawBuilder, sql } from 'kysely'

type Expression = RawBuilder<unknown>

/** SQL: the order of a list, for `ORDER BY`. */
export function inOrder(descending: boolean, ...columns: Expression[]): Expression {
  const direction = descending ? sql`DESC` : sql`ASC`
  return sql.join(columns.map((column) => sql`${column} ${direction}`))
}

/** SQL: whether a row comes behind a position in this order: `(name, id) > ('acme', '65…')`. */
export function isBehind(
  descending: boolean,
  columns: Expression[],
  position: Expression[],
): RawBuilder<boolean> {
  return sql<boolean>`(${sql.join(columns)}) ${beyond(descending)} (${sql.join(position)})`
}

/** SQL: `>`, or `<` in descending order. */
export function beyond(descending: boolean): Expression {
  return descending ? sql`<` : sql`>`
}
