import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useLoaded } from './use-loaded.ts'

interface PlotOrTableProps<Drawing> {
  /** Loads the code that draws; if it does not load, there is the table. */
  load: () => Promise<Drawing>
  /** Draws into an element. Returns a function that ends this. Memoise it. */
  draw: (drawing: Drawing, element: HTMLElement) => () => void
  /** What a screen reader says of the plot. */
  label: string
  table: ComponentChildren
  /** Beside the button. */
  beside?: ComponentChildren
}

/** Figures as a plot and, for people who cannot see it, as a table. */
export function PlotOrTable<Drawing>({ load, draw, label, table, beside }: PlotOrTableProps<Drawing>) {
  const [asTable, setAsTable] = useState(false)
  const holder = useRef<HTMLDivElement>(null)
  const loading = useLoaded(load)
  const drawing = loading.state === 'there' ? loading.value : undefined
  const isTable = asTable || loading.state === 'failed'
  useEffect(() => {
    return drawing && holder.current && !isTable ? draw(drawing, holder.current) : undefined
  }, [draw, drawing, isTable])
  return (
    <>
      <div class="toolbar">
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
