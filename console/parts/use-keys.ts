import { useEffect, useRef } from 'preact/hooks'

/**
 * Acts on keys that are pressed anywhere but in a field or a dialog.
 *
 * @param keys what each key does, by its name in small letters
 * @param onceKeys those that act once while they are held
 */
export function useKeys(keys: Record<string, () => void>, onceKeys: string[]): void {
  const latest = useRef({ keys, onceKeys })
  latest.current = { keys, onceKeys }
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isElsewhere =
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        (event.target instanceof Element &&
          event.target.closest('dialog, textarea, select, input:not([type=checkbox])'))
      const key = event.key.toLowerCase()
      const act = isElsewhere ? undefined : latest.current.keys[key]
      if (!act) return
      event.preventDefault()
      if (!event.repeat || !latest.current.onceKeys.includes(key)) act()
    }
    // A click into the page would take the keys away.
    const stay = () => setTimeout(() => document.activeElement instanceof HTMLIFrameElement && window.focus())
    addEventListener('keydown', press)
    addEventListener('blur', stay)
    return () => {
      removeEventListener('keydown', press)
      removeEventListener('blur', stay)
    }
  }, [])
}
