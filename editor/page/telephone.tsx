import { effect } from '@preact/signals'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { EditingSignal } from '../editing.ts'
import { type FrameMessage, frameName, isFrameMessage } from './in-frame.ts'
import type { Show } from './show.ts'

/** If the page in the frame does not answer by then, it forbids frames, or does not run the tag there. */
const patienceMs = 8000

/**
 * The page a second time, as wide as a telephone, in a frame. There the tag opens this editor too, which only shows what it is sent.
 * The outer page keeps its state.
 */
export function Telephone({ editing, show }: { editing: EditingSignal; show: Show }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [isLate, setLate] = useState(false)

  useEffect(() => {
    const life = new AbortController()
    const { signal } = life
    const timer = setTimeout(() => setLate(true), patienceMs)
    const hear = ({ source, origin, data }: MessageEvent) => {
      const there = frame.current?.contentWindow
      if (!there || source !== there || origin !== location.origin || !isFrameMessage(data)) return
      clearTimeout(timer)
      setLate(false)
      const stop = effect(() => {
        const content = (!show.isAway.value && editing.value?.preview.value?.content) || []
        there.postMessage({ motif: 'show', content } satisfies FrameMessage, location.origin)
      })
      signal.addEventListener('abort', stop)
    }
    addEventListener('message', hear, { signal })
    return () => {
      clearTimeout(timer)
      life.abort()
    }
  }, [editing, show])

  return (
    <div class="frame">
      <iframe
        ref={frame}
        name={frameName}
        src={location.href.replace(/#.*/, '')}
        title="The page on a telephone"
      />
      {isLate && (
        <div role="alert">
          This page cannot be shown in a frame. Make the window narrow to see it as on a telephone.
        </div>
      )}
    </div>
  )
}
