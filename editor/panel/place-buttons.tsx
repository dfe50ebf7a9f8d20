/** Whether the panel is folded, and how to fold and move it. */
export interface PlaceProps {
  isFolded: boolean
  onFold(): void
  onMove(): void
}

/** The buttons that move a panel out of the way. */
export function PlaceButtons({ isFolded, onFold, onMove }: PlaceProps) {
  return (
    <>
      <button
        type="button"
        class="icon move"
        aria-label="Move to the other side"
        title="Move to the other side"
        onClick={onMove}
      >
        ⇄
      </button>
      <button
        type="button"
        class="icon"
        aria-label={isFolded ? 'Unfold' : 'Fold'}
        aria-expanded={!isFolded}
        onClick={onFold}
      >
        {isFolded ? '▴' : '▾'}
      </button>
    </>
  )
}
