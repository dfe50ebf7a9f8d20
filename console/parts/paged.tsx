import type { ComponentChildren } from 'preact'
import { useCallback, useState } from 'preact/hooks'
import { Awaited, Failed } from './awaited.tsx'
import { count } from './format.ts'
import { useAction } from './use-action.ts'
import { useLoaded } from './use-loaded.ts'

/** One page of a list, with the cursor of the next one. */
export interface Part<Row> {
  rows: Row[]
  next?: string | undefined
}

export interface PagedProps<Row> {
  /** Fetches one page. Create it with `useCallback`. */
  ask: (cursor: string | undefined, signal?: AbortSignal) => Promise<Part<Row>>
  /** The list is fetched again when this changes. */
  version?: string | number | undefined
  /** The word for one row, for the count: `person`. */
  one: string
  many?: string | undefined
  /** Shown if the list is empty. */
  empty: ComponentChildren
  children: (rows: Row[], reload: () => void) => ComponentChildren
}

/** A list of any length: its first page, and a button for the next one. */
export function Paged<Row>({ ask, version, ...shown }: PagedProps<Row>) {
  const first = useLoaded(
    useCallback((signal: AbortSignal) => ask(undefined, signal), [ask]),
    version,
  )
  return (
    <Awaited loaded={first}>
      {(part) => <Parts first={part} ask={ask} reload={first.reload} {...shown} />}
    </Awaited>
  )
}

type PartsProps<Row> = Omit<PagedProps<Row>, 'version'> & { first: Part<Row>; reload: () => void }

function Parts<Row>({ first, ask, reload, one, many, empty, children }: PartsProps<Row>) {
  const [added, setAdded] = useState<{ to: Part<Row>; parts: Part<Row>[] }>({ to: first, parts: [] })
  // A new first page begins a new list.
  const more = added.to === first ? added.parts : []
  const { next } = more.at(-1) ?? first
  const showMore = useAction(
    useCallback(
      async (_key: string, cursor: string) => {
        const part = await ask(cursor)
        setAdded((before) => ({ to: first, parts: [...(before.to === first ? before.parts : []), part] }))
      },
      [ask, first],
    ),
  )
  const rows = [first, ...more].flatMap((part) => part.rows)
  if (rows.length === 0) return <>{empty}</>
  return (
    <>
      <p class="quiet" role="status">
        {next ? `The first ${count(rows.length, one, many)}` : count(rows.length, one, many)}
      </p>
      {children(rows, reload)}
      {showMore.failure && <Failed failure={showMore.failure} onTryAgain={showMore.tryAgain} />}
      {next && (
        <button type="button" class="more" disabled={showMore.isRunning} onClick={() => showMore.run(next)}>
          {showMore.isRunning ? 'Loading…' : 'Show more'}
        </button>
      )}
    </>
  )
}
