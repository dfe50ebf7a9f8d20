import { IconButton } from './icon-button.tsx'

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
      <IconButton class="icon move" label="Move to the other side" sign="⇄" onClick={onMove} />
      <IconButton
        label={isFolded ? 'Unfold' : 'Fold'}
        sign={isFolded ? '▴' : '▾'}
        aria-expanded={!isFolded}
        onClick={onFold}
      />
    </>
  )
}
