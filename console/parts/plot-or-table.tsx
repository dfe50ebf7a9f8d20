import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Plotted } from './plot.ts'
import { useLoaded } from './use-loaded.ts'

/** Loads the code that draws; if it does not load, there is the table. */
export const loadPlot = () => import('./plot.ts')

interface PlotOrTableProps {
  /** Memoise it. */
  plotted: Plotted
  /** What a screen reader says of the plot. */
  label: string
  table: ComponentChildren
  /** Beside the button. */
  beside?: ComponentChildren
}

/** Figures as a plot and, for people who cannot see it, as a table. */
export function PlotOrTable({ plotted, label, table, beside }: PlotOrTableProps) {
  const [asTable, setAsTable] = useState(false)
  const holder = useRef<HTMLDivElement>(null)
  const loading = useLoaded(loadPlot)
  const drawPlot = loading.state === 'there' ? loading.value.drawPlot : undefined
  const isTable = asTable || loading.state === 'failed'
  useEffect(() => {
    return drawPlot && holder.current && !isTable ? drawPlot(holder.current, plotted) : undefined
  }, [plotted, drawPlot, isTable])
  return (
    <>
      <div class="heading">
        {beside}
        <button type="button" class="plain" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          As a table
        </button>
      </div>
      {isTable ? (
        table
      ) : (
        <div ref={holder} class="plot" role="img" aria-label={`${label} “As a table” has the figures.`} />
      )}
    </>
  )
}
