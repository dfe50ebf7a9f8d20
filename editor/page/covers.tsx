import { useEffect, useRef } from 'preact/hooks'
import type { Picker } from './picker.ts'

/** Covers the page's frames while somebody picks. Without covers, their own documents would get the pointer events. */
export function Covers({ picker }: { picker: Picker }) {
  const place = useRef<HTMLDivElement>(null)
  const isPicking = picker.isPicking.value

  useEffect(() => {
    if (!isPicking) return
    let next = 0
    const follow = () => {
      if (place.current) cover(place.current)
      next = requestAnimationFrame(follow)
    }
    follow()
    return () => cancelAnimationFrame(next)
  }, [isPicking])

  return isPicking ? <div ref={place} class="covers" aria-hidden="true" /> : null
}

function cover(place: HTMLElement): void {
  const frames = [...document.querySelectorAll<HTMLElement>('iframe, object, embed')]
  while (place.children.length > frames.length) place.lastChild?.remove()
  frames.forEach((frame, at) => {
    const lid = (place.children[at] ?? place.appendChild(document.createElement('div'))) as HTMLElement
    const { left, top, width, height } = frame.getBoundingClientRect()
    Object.assign(lid.style, {
      transform: `translate(${left}px, ${top}px)`,
      width: `${width}px`,
      height: `${height}px`,
    })
  })
}
