import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { formatNumber } from './format.ts'

const mostAtFirst = 5

interface FirstRowsProps<Row> {
  rows: readonly Row[]
  children: (shown: readonly Row[]) => ComponentChildren
}

/** The first five rows, and a button that shows all. All are shown once there are more than before: a new one is looked for. */
export function FirstRows<Row>({ rows, children }: FirstRowsProps<Row>) {
  const [before, setBefore] = useState(Math.max(rows.length, mostAtFirst))
  const shown = rows.length > before ? rows : rows.slice(0, mostAtFirst)
  return (
    <>
      {children(shown)}
      {shown.length < rows.length && (
        <button type="button" class="plain" onClick={() => setBefore(0)}>
          Show all {formatNumber(rows.length)}
        </button>
      )}
    </>
  )
}
