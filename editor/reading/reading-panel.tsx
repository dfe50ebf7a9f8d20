import type { ReadonlySignal } from '@preact/signals'
import { useState } from 'preact/hooks'
import type { Gauged } from '../../snippet/rare/preview/measure.ts'
import type { Report } from '../../wire/event.ts'
import type { PageRecord } from '../../wire/record.ts'
import { OutlinesOf } from '../page/outlines.tsx'
import { PlaceButtons } from '../panel/place-buttons.tsx'
import { ReadingRow, ReadingRows } from './reading-rows.tsx'
import { useShowing } from './use-showing.ts'

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
