import type { ButtonHTMLAttributes } from 'preact'

interface IconButtonProps extends ButtonHTMLAttributes {
  label: string
  sign: string
  onClick(): void
}

/** A button that shows a sign, and says what it does. */
export function IconButton({ label, sign, ...more }: IconButtonProps) {
  return (
    <button type="button" class="icon" aria-label={label} title={label} {...more}>
      {sign}
    </button>
  )
}
