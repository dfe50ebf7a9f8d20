import { after } from '../life.ts'
import { beforePaint } from '../timing.ts'
import type { Item } from './item.ts'

/** How long what cannot be changed yet is looked at in each frame, and how often after that. */
const eachFrameMs = 5000
const seldomMs = 200

/**
 * Begins to look for the targets of items, at most once a frame: what is due meanwhile waits for the next, which still
 * comes before its paint.
 */
export const createSearch = (find: (item: Item) => void, onDone: () => void, signal: AbortSignal) => {
  const began = performance.now()
  /** Items whose targets are to be looked for. */
  const due = new Set<Item>()
  let isWaiting = false

  const look = () => {
    if (isWaiting || !due.size) return
    isWaiting = true
    beforePaint(() => {
      isWaiting = false
      look()
      onDone()
    }, signal)
    const now = [...due]
    due.clear()
    now.forEach(find)
  }

  const again = (item: Item) => {
    due.add(item)
    look()
  }

  return {
    due,
    look,
    /** Has an item looked for again: it has a target that cannot be changed yet. */
    again(item: Item) {
      if (performance.now() - began < eachFrameMs) due.add(item)
      else after(seldomMs, () => again(item), signal)
    },
  }
}
