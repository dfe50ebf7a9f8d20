/** Where a panel stands, and how that is changed. */
export interface PlaceProps {
  isFolded: boolean
  onFold(): void
  onMove(): void
}

/** The buttons by which a panel gets out of the way of the page. */
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
