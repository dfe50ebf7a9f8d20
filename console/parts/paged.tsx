import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { keepHere, keptHere } from '../address.ts'
import { Awaited, Failed, Loading } from './awaited.tsx'
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

/**
 * A list of any length: its first page, and a button for the next one. When it is read again, and when somebody comes back to its
 * address, it has as many pages as before.
 */
export function Paged<Row>({ ask, version, ...shown }: PagedProps<Row>) {
  const begun = useLoaded((signal) => readPages(ask, keptHere().pages ?? 1, signal), [ask], version)
  return (
    <Awaited loaded={begun}>
      {(parts) => (
        <Parts begun={parts} ask={ask} reload={begun.reload} isEarlier={begun.isEarlier} {...shown} />
      )}
    </Awaited>
  )
}

async function readPages<Row>(
  ask: PagedProps<Row>['ask'],
  most: number,
  signal: AbortSignal,
): Promise<Part<Row>[]> {
  const parts = [await ask(undefined, signal)]
  for (let next = parts[0]?.next; next !== undefined && parts.length < most; next = parts.at(-1)?.next)
    parts.push(await ask(next, signal))
  return parts
}

type PartsProps<Row> = Omit<PagedProps<Row>, 'version'> & {
  begun: Part<Row>[]
  reload: () => void
  /** Whether they are those of another search or order. */
  isEarlier: boolean
}

function Parts<Row>({ begun, ask, reload, isEarlier, one, many, empty, children }: PartsProps<Row>) {
  const [added, setAdded] = useState<{ to: Part<Row>[]; parts: Part<Row>[] }>({ to: begun, parts: [] })
  // A list that is read again has what was added to it before.
  const parts = added.to === begun ? [...begun, ...added.parts] : begun
  const next = parts.at(-1)?.next
  const showMore = useAction(async (_key: string, cursor: string) => {
    const part = await ask(cursor)
    setAdded((before) => ({ to: begun, parts: [...(before.to === begun ? before.parts : []), part] }))
  })
  const showNext = (cursor: string) => {
    keepHere({ pages: parts.length + 1 })
    showMore.run(cursor)
  }
  const rows = parts.flatMap((part) => part.rows)
  if (rows.length === 0 && isEarlier) return <Loading />
  if (rows.length === 0) return <>{empty}</>
  const number = count(rows.length, one, many)
  return (
    <>
      <p class="quiet" role="status">
        {isEarlier ? 'Loading…' : next ? `The first ${number}` : number}
      </p>
      {children(rows, reload)}
      {showMore.failure && <Failed failure={showMore.failure} onTryAgain={showMore.tryAgain} />}
      {next && !isEarlier && (
        <button type="button" class="more" disabled={showMore.isRunning} onClick={() => showNext(next)}>
          {showMore.isRunning ? 'Loading…' : 'Show more'}
        </button>
      )}
    </>
  )
}
