import { editName, type PreviewedItem } from '../../wire/editor.ts'
import { createShow } from './show.ts'

/** The name of the frame that shows the page as on a telephone. It contains `editName`, so that the loader starts an editor there. */
export const frameName = `motif-telephone ${editName}`

/** Messages between the two editors: the inner one is ready; the outer one says what to show. */
export type FrameMessage = { motif: 'ready' } | { motif: 'show'; content: PreviewedItem[] }

/** Whether a message is for an editor. */
export function isFrameMessage(data: unknown): data is FrameMessage {
  return typeof data === 'object' && data !== null && 'motif' in data
}

/** Whether this page is in an editor's frame. */
export function isInFrame(): boolean {
  return window.name === frameName && window.parent !== window
}

/**
 * Whether this page is in a frame of the page that is edited: it finds the session in the storage of the tab, too. A page that a
 * ticket has opened in a frame has a name that says so.
 */
export function isInOtherFrame(): boolean {
  return window.top !== window && !window.name.includes(editName)
}

/** Shows in this page what the outer editor sends. */
export function showInFrame(): void {
  const show = createShow(new AbortController().signal)
  addEventListener('message', ({ source, origin, data }) => {
    if (source !== window.parent || origin !== location.origin || !isFrameMessage(data)) return
    if (data.motif === 'show') show.show(data.content)
  })
  window.parent.postMessage({ motif: 'ready' } satisfies FrameMessage, location.origin)
}
