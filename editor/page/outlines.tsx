import { useEffect, useRef } from 'preact/hooks'
import type { EditingSignal } from '../editing.ts'
import { findMatches } from '../selectors/find-matches.ts'
import { nameOf } from './elements.ts'
import type { Picker } from './picker.ts'

/** The most elements that are outlined: more would hide the page. */
const mostOutlined = 30

interface OutlinesProps {
  picker: Picker
  editing: EditingSignal
}

/**
 * Outlines over the page: of the element that would be picked, or of everything that the chosen selector matches. While somebody picks,
 * the page's frames are covered: their own documents would get the pointer events.
 */
export function Outlines({ picker, editing }: OutlinesProps) {
  if (!picker.isPicking.value) return <OutlinesOf selector={editing.value?.chosen.value?.selector} />
  return (
    <>
      <Boxes look="cover" elements={() => document.querySelectorAll('iframe, object, embed')} />
      <OutlinesOf candidate={picker.candidate.value} />
    </>
  )
}

interface OutlinesOfProps {
  /** Outlines everything that this selector matches. */
  selector?: string | undefined
  /** Outlines this element instead, which would be picked. */
  candidate?: Element | undefined
}

/** Outlines over the page, which follow their elements. */
export function OutlinesOf({ selector = '', candidate }: OutlinesOfProps) {
  if (candidate)
    return <Boxes look="outline candidate" name={nameOf(candidate)} elements={() => [candidate]} />
  const matches = () => (selector ? [...findMatches(selector)].slice(0, mostOutlined) : [])
  return <Boxes look="outline" elements={matches} />
}

interface BoxesProps {
  look: string
  name?: string
  elements(): Iterable<Element>
}

/** A box over each of these elements, as they are in each animation frame. */
function Boxes(props: BoxesProps) {
  const place = useRef<HTMLDivElement>(null)
  const latest = useRef(props)
  latest.current = props

  useEffect(() => {
    let next = 0
    const follow = () => {
      if (place.current) draw(place.current, latest.current)
      next = requestAnimationFrame(follow)
    }
    follow()
    return () => cancelAnimationFrame(next)
  }, [])

  return <div ref={place} class="boxes" aria-hidden="true" />
}

/** Moves the present boxes instead of creating new ones, because it runs so often. */
function draw(place: HTMLElement, { look, name = '', elements }: BoxesProps): void {
  const all = [...elements()]
  while (place.children.length > all.length) place.lastChild?.remove()
  all.forEach((element, at) => {
    const box = (place.children[at] ?? place.appendChild(document.createElement('div'))) as HTMLElement
    const { left, top, width, height } = element.getBoundingClientRect()
    box.className = `${look}${top < 28 ? ' low' : ''}`
    if (box.dataset.name !== name) box.dataset.name = name
    Object.assign(box.style, {
      transform: `translate(${left}px, ${top}px)`,
      width: `${width}px`,
      height: `${height}px`,
    })
  })
}
