import type { ComponentChildren } from 'preact'
import type { Gauged } from '../../snippet/rare/preview/measure.ts'
import { asWritten } from '../../wire/bare-name.ts'
import { findMatches } from '../selectors/find-matches.ts'

interface ReadingRowsProps {
  title: string
  count: number
  children: ComponentChildren
}

/** A list of a record's items. */
export function ReadingRows({ title, count, children }: ReadingRowsProps) {
  return (
    <div class="items">
      <div class="head">{`${title} (${count})`}</div>
      {count === 0 ? <div class="quiet">None in this record.</div> : <ul aria-label={title}>{children}</ul>}
    </div>
  )
}

interface ReadingRowProps {
  kind: string
  words: string
  selector: string
  /** What the report says about a content item. */
  state?: string
  /** What was measured of an analytics item. */
  gauged?: Gauged | undefined
  onShow(selector: string): void
}

/** An item: its kind, its selector, how many elements that matches now, and its state. */
export function ReadingRow({ kind, words, selector, state, gauged, onShow }: ReadingRowProps) {
  const count = findMatches(selector).length
  return (
    <li>
      <span class="kind">{kind}</span>
      <button type="button" class="choose" title="Show it in the page" onClick={() => onShow(selector)}>
        <span class="words quiet">{words}</span>
        <code>{asWritten(selector)}</code>
      </button>
      <span class="fate">
        {state && <span class={`state ${state}`}>{state}</span>}
        {gauged && (
          <span class={gauged.progress === 1 ? 'figure applied' : 'figure'}>{figureOf(gauged)}</span>
        )}
        <span class={count === 0 ? 'matches missing' : 'matches'}>{`${count}×`}</span>
      </span>
      {gauged?.item.type === 'view' && (
        <progress value={gauged.progress} aria-label={`How much of its second ${words} was seen`} />
      )}
    </li>
  )
}

function figureOf({ item, progress, clicks, ms }: Gauged): string {
  if (item.type === 'click') return `${clicks} ${clicks === 1 ? 'click' : 'clicks'}`
  if (item.type === 'duration') return `${(ms / 1000).toFixed(1)} s`
  return progress === 1 ? 'viewed' : `${Math.round(progress * 100)} %`
}
