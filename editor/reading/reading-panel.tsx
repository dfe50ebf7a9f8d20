import type { ReadonlySignal } from '@preact/signals'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Gauged } from '../../snippet/rare/preview/measure.ts'
import type { Report } from '../../wire/event.ts'
import type { PageRecord } from '../../wire/record.ts'
import { OutlinesOf } from '../page/outlines.tsx'
import { PlaceButtons } from '../panel/place-buttons.tsx'
import { findMatches } from '../selectors/find-matches.ts'
import { ReadingRow, ReadingRows } from './reading-rows.tsx'

/** How long an element is outlined, in milliseconds. */
const shownMs = 2500

interface ReadingPanelProps {
  record: PageRecord
  report: ReadonlySignal<Report | undefined>
  gauges: ReadonlySignal<Gauged[]>
}

/** Shows live what a record changes in the page, and what is measured. */
export function ReadingPanel({ record, report, gauges }: ReadingPanelProps) {
  const [isFolded, fold] = useState(false)
  const [isLeft, setLeft] = useState(false)
  const { shown, show } = useShowing()
  const look = ['panel', 'reading', isFolded && 'folded', isLeft && 'left'].filter(Boolean)
  return (
    <>
      <OutlinesOf candidate={shown} />
      {/* biome-ignore lint/a11y/useSemanticElements: who looks through shadow roots for the page’s sections finds the page’s. */}
      <div role="region" class={look.join(' ')} aria-label="Motif preview" dir="ltr" lang="en">
        <div class="bar">
          <div class="title">
            Motif preview <small class="quiet">{`${record.pattern.slice(0, 8)}… · ${record.language}`}</small>
          </div>
          <div class="tools">
            <PlaceButtons
              isFolded={isFolded}
              onFold={() => fold(!isFolded)}
              onMove={() => setLeft(!isLeft)}
            />
          </div>
        </div>
        {!isFolded && (
          <div class="body">
            <ReadingRows title="Content" count={record.content.length}>
              {record.content.map(({ selector, type, payload }, index) => (
                <ReadingRow
                  // biome-ignore lint/suspicious/noArrayIndexKey: a record’s items keep their places, and may say one thing twice.
                  key={index}
                  kind={type}
                  words={payload}
                  selector={selector}
                  state={stateIn(report.value, index)}
                  onShow={show}
                />
              ))}
            </ReadingRows>
            <ReadingRows title="Tracked elements" count={record.analytics.length}>
              {record.analytics.map(({ id, selector, type }, index) => (
                <ReadingRow
                  key={id}
                  kind={type}
                  words={id}
                  selector={selector}
                  gauged={gauges.value[index]}
                  onShow={show}
                />
              ))}
            </ReadingRows>
            <div class="quiet">Not sent: a preview measures as a visit does, and sends nothing.</div>
          </div>
        )}
      </div>
    </>
  )
}

function stateIn(report: Report | undefined, index: number): string {
  const states = Object.entries(report ?? {}) as [string, number[]][]
  return states.find(([, indexes]) => indexes.includes(index))?.[0] ?? 'waiting'
}

/** Scrolls to an element that a selector matches, the next one each time, and outlines it for a while. */
function useShowing() {
  const [shown, setShown] = useState<Element>()
  const times = useRef(new Map<string, number>())
  const timer = useRef(0)
  useEffect(() => () => clearTimeout(timer.current), [])

  const show = (selector: string) => {
    const found = findMatches(selector)
    const time = times.current.get(selector) ?? 0
    times.current.set(selector, time + 1)
    const element = found[time % found.length]
    element?.scrollIntoView({ behavior: 'smooth', block: 'center' })
    setShown(element)
    clearTimeout(timer.current)
    timer.current = window.setTimeout(setShown, shownMs, undefined)
  }
  return { shown, show }
}
