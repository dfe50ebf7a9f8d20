import type { Batch, Report } from '../../../wire/event.ts'
import type { PageRecord } from '../../../wire/record.ts'
import { selectAll } from '../../select.ts'
import { element } from './element.ts'
import { type Marker, markTarget } from './marker.ts'
import type { Gauged } from './measure.ts'
import { itemRow, type Row, trackedRow } from './rows.ts'
import { css } from './style.ts'

/** The panel over the page. */
export interface Panel {
  /** Says how the content items are. */
  report(report: Report): void
  /** Brings figures and batch up to date. */
  show(gauges: Gauged[], batch: Batch): void
  /** Whether the event that is under way is on the panel. */
  owns(): boolean
  close(): void
}

/** Opens the panel, in a shadow root at the end of the document, so that neither it nor the page styles the other. */
export function openPanel(record: PageRecord): Panel {
  const host = document.createElement('motif-preview')
  const root = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  root.adoptedStyleSheets = [sheet]
  const marker = markTarget(root)
  const items = record.content.map((item) => itemRow(item, showIn(marker, item.selector)))
  const tracked = record.analytics.map((item) => trackedRow(item, showIn(marker, item.selector)))
  const batchText = element('pre', 'batch')
  const panel = element(
    'section',
    'panel',
    head(record),
    list('Content', items),
    list('Tracked elements', tracked),
    element('h2', '', 'Last batch'),
    batchText,
    element('p', 'answer', 'Not sent: a preview measures as a visit does, and sends nothing.'),
  )
  panel.setAttribute('aria-label', 'Motif preview')
  root.append(panel)
  document.documentElement.append(host)

  return {
    report(report) {
      for (const [index, row] of items.entries()) row.state(stateIn(report, index))
    },
    show(gauges, batch) {
      for (const row of [...items, ...tracked]) row.count(selectAll(row.selector).length)
      for (const [index, gauged] of gauges.entries()) tracked[index]?.gauge(gauged)
      const text = JSON.stringify(batch, null, 1)
      if (batchText.textContent !== text) batchText.textContent = text
    },
    owns: () => !!window.event?.composedPath().includes(host),
    close: () => host.remove(),
  }
}

function showIn(marker: Marker, selector: string): () => void {
  let next = 0
  return () => {
    const found = selectAll(selector)
    const target = found[next++ % found.length]
    if (target) marker.show(target)
  }
}

function stateIn(report: Report, index: number): string {
  const states = Object.entries(report) as [string, number[]][]
  return states.find(([, indexes]) => indexes.includes(index))?.[0] ?? 'waiting'
}

function head({ pattern, language }: PageRecord): HTMLElement {
  const toggle = element('button', 'toggle', '–')
  toggle.setAttribute('aria-label', 'Fold or unfold the preview')
  const header = element(
    'header',
    '',
    element('strong', '', 'Motif preview'),
    element('span', 'pattern', `${pattern.slice(0, 8)}… · ${language}`),
    toggle,
  )
  toggle.addEventListener('click', () => {
    const isFolded = header.parentElement?.classList.toggle('folded')
    toggle.textContent = isFolded ? '+' : '–'
  })
  return header
}

function list(title: string, rows: Row[]): HTMLElement {
  const isEmpty = rows.length === 0
  return element(
    'div',
    'list',
    element('h2', '', `${title} (${rows.length})`),
    ...(isEmpty ? [element('p', 'answer', 'None in this record.')] : rows.map((row) => row.element)),
  )
}
