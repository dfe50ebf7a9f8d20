import { editName, type PreviewedItem } from '../../wire/editor.ts'
import { createShow } from './show.ts'

/** The name of the frame in which the editor shows the page as a telephone does. By `editName` the loader begins there, too. */
export const frameName = `motif-telephone ${editName}`

/** What the two editors say to each other: the inner one that it is there, the outer one what is to be shown. */
export type FrameMessage = { motif: 'ready' } | { motif: 'show'; content: PreviewedItem[] }

/** Whether something that came is for an editor. */
export function isFrameMessage(data: unknown): data is FrameMessage {
  return typeof data === 'object' && data !== null && 'motif' in data
}

/** Whether this page is in an editor's frame. */
export function isInFrame(): boolean {
  return window.name === frameName && window.parent !== window
}

/** Shows what the editor outside says, as long as the page lives. */
export function showInFrame(): void {
  const show = createShow(new AbortController().signal)
  addEventListener('message', ({ source, origin, data }) => {
    if (source !== window.parent || origin !== location.origin || !isFrameMessage(data)) return
    if (data.motif === 'show') show.show(data.content)
  })
  window.parent.postMessage({ motif: 'ready' } satisfies FrameMessage, location.origin)
}
