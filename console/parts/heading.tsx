import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'

/** What a screen is called. It begins here, for eyes and screen readers alike, and the tab is named after it. */
export function Heading({ text }: { text: string }) {
  const element = useRef<HTMLHeadingElement>(null)
  // At once: a moment later it would take the focus from who is typing already.
  useLayoutEffect(() => {
    scrollTo(0, 0)
    element.current?.focus({ preventScroll: true })
  }, [])
  useEffect(() => {
    document.title = `${text} – Motif`
  }, [text])
  return (
    <h1 ref={element} tabIndex={-1}>
      {text}
    </h1>
  )
}
