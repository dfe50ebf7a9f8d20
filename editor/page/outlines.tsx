import { useEffect, useRef } from 'preact/hooks'
import type { EditingSignal } from '../editing.ts'
import { findMatches } from '../selectors/find-matches.ts'
import { nameOf } from './elements.ts'
import type { Picker } from './picker.ts'

/** The most elements that are outlined: more would hide the page. */
const mostOutlined = 30

interface OutlinesProps {
  /** Outlines everything that this selector matches. */
  selector?: string | undefined
  /** Outlines this element instead, which would be picked. */
  candidate?: Element | undefined
}

interface Outlined {
  element: Element
  look: 'candidate' | 'kept'
}

/** Outlines over the page: of the element that would be picked, or of everything that the chosen selector matches. */
export function Outlines({ picker, editing }: { picker: Picker; editing: EditingSignal }) {
  if (picker.isPicking.value) return <OutlinesOf candidate={picker.candidate.value} />
  return <OutlinesOf selector={editing.value?.chosen.value?.selector} />
}

/** Outlines over the page, which follow their elements. */
export function OutlinesOf({ selector = '', candidate }: OutlinesProps) {
  const place = useRef<HTMLDivElement>(null)

  useEffect(() => {
    let frame = 0
    const name = candidate ? nameOf(candidate) : ''
    const follow = () => {
      if (place.current) draw(place.current, outlinedNow(selector, candidate), name)
      frame = requestAnimationFrame(follow)
    }
    follow()
    return () => cancelAnimationFrame(frame)
  }, [selector, candidate])

  return <div ref={place} class="outlines" aria-hidden="true" />
}

function outlinedNow(selector: string, candidate: Element | undefined): Outlined[] {
  if (candidate) return [{ element: candidate, look: 'candidate' }]
  const found = selector ? [...findMatches(selector)].slice(0, mostOutlined) : []
  return found.map((element) => ({ element, look: 'kept' }))
}

/** Draws the outlines. Runs in each animation frame, so it moves the present boxes instead of creating new ones. */
function draw(place: HTMLElement, outlined: Outlined[], name: string): void {
  while (place.children.length > outlined.length) place.lastChild?.remove()
  outlined.forEach(({ element, look }, at) => {
    const frame = (place.children[at] ?? place.appendChild(document.createElement('div'))) as HTMLElement
    const { left, top, width, height } = element.getBoundingClientRect()
    frame.className = `outline ${look}${top < 28 ? ' low' : ''}`
    if (frame.dataset.name !== name) frame.dataset.name = name
    Object.assign(frame.style, {
      transform: `translate(${left}px, ${top}px)`,
      width: `${width}px`,
      height: `${height}px`,
    })
  })
}
