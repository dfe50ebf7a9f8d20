import { useCallback, useState } from 'preact/hooks'

/**
 * What somebody has just saved of `read`, shown in its place until that was read again, however long it takes: then it is
 * undefined. With undefined it is taken back, as it could not be saved.
 */
export function useSaved<Saved>(read: unknown): {
  saved: Saved | undefined
  note: (saved: Saved | undefined) => void
} {
  const [noted, setNoted] = useState<{ of: unknown; saved: Saved | undefined }>()
  return {
    saved: noted?.of === read ? noted?.saved : undefined,
    note: useCallback((saved: Saved | undefined) => setNoted({ of: read, saved }), [read]),
  }
}
