import type { AnalyticsItem, ContentItem } from '../../../wire/record.ts'
import { element } from './element.ts'
import type { Gauged } from './measure.ts'

/** A line of the panel. */
export interface Row {
  element: HTMLElement
  selector: string
  /** How many elements the selector matches now. */
  count(matches: number): void
  /** What the report says of the item. */
  state(state: string): void
  /** What is measured of the item. */
  gauge(gauged: Gauged): void
}

/** A content item: its type, selector, payload, state and matches. */
export function itemRow(item: ContentItem, onClick: () => void): Row {
  const state = element('span', 'state waiting', 'waiting')
  const row = rowOf(item.type, item.selector, onClick, state, element('small', 'payload', item.payload))
  return {
    ...row,
    state(text) {
      state.textContent = text
      state.className = `state ${text}`
    },
    gauge() {},
  }
}

/** An analytics item: its id, type and selector, and what is measured of it. */
export function trackedRow(item: AnalyticsItem, onClick: () => void): Row {
  const figure = element('span', 'figure')
  const bar = element('i', '')
  const row = rowOf(
    item.type,
    `${item.id}  ${item.selector}`,
    onClick,
    figure,
    element('span', 'bar', ...(item.type === 'view' ? [bar] : [])),
  )
  return {
    ...row,
    selector: item.selector,
    state() {},
    gauge(gauged) {
      figure.textContent = figureOf(gauged)
      figure.className = `figure ${gauged.progress === 1 ? 'applied' : ''}`
      bar.style.width = `${gauged.progress * 100}%`
    },
  }
}

function figureOf({ item, progress, clicks, ms }: Gauged): string {
  if (item.type === 'click') return `${clicks} ${clicks === 1 ? 'click' : 'clicks'}`
  if (item.type === 'duration') return `${(ms / 1000).toFixed(1)} s`
  return progress === 1 ? 'viewed' : `${Math.round(progress * 100)} %`
}

function rowOf(type: string, label: string, onClick: () => void, state: Node, detail: Node): Row {
  const matches = element('span', 'matches')
  const row = element(
    'button',
    'row',
    element('span', 'type', type),
    element('code', '', label),
    matches,
    state,
    detail,
  )
  row.title = 'Show it in the page'
  row.addEventListener('click', onClick)
  return {
    element: row,
    selector: label,
    count(found) {
      matches.textContent = `${found}×`
      matches.className = `matches ${found ? '' : 'none'}`
    },
    state() {},
    gauge() {},
  }
}
