import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { Breakable } from './breakable.tsx'

/** The heading of a screen. It also names the browser's tab, and takes the focus for screen readers. */
export function Heading({ text }: { text: string }) {
  const element = useRef<HTMLHeadingElement>(null)
  // In a layout effect: a moment later it would take the focus from somebody who is already typing.
  useLayoutEffect(() => {
    scrollTo(0, 0)
    element.current?.focus({ preventScroll: true })
  }, [])
  useEffect(() => {
    const before = document.title
    document.title = `${text} – Motif`
    // The screen that is kept while somebody signs in again has the tab again.
    return () => {
      document.title = before
    }
  }, [text])
  return (
    <h1 ref={element} tabIndex={-1}>
      <Breakable text={text} />
    </h1>
  )
}
