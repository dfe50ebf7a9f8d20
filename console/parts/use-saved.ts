import { useState } from 'preact/hooks'

/**
 * What somebody has just saved, to be shown in the place of `read`. It is undefined once `read` was read again, however long that
 * takes.
 */
export function useSaved<Saved>(read: unknown): {
  saved: Saved | undefined
  note: (saved: Saved) => void
  /** Notes it while `save` runs; if that fails, it is shown no longer. */
  noteWhile: (saved: Saved, save: () => Promise<unknown>) => Promise<void>
} {
  const [noted, setNoted] = useState<{ of: unknown; saved: Saved }>()
  const note = (saved: Saved) => setNoted({ of: read, saved })
  async function noteWhile(saved: Saved, save: () => Promise<unknown>) {
    note(saved)
    try {
      await save()
    } catch (error) {
      setNoted(undefined)
      throw error
    }
  }
  return { saved: noted?.of === read ? noted?.saved : undefined, note, noteWhile }
}
