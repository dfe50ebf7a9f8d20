import { element } from './element.ts'

/** A frame that shows where an element is. */
export interface Marker {
  /** Scrolls to the element and frames it for a while. The element itself is left alone. */
  show(target: Element): void
}

const shownMs = 2500

/** Makes the frame in the panel's root. */
export function markTarget(root: ShadowRoot): Marker {
  const frame = element('div', 'marker')
  frame.hidden = true
  root.append(frame)
  let until = 0
  let target: Element | undefined

  const follow = () => {
    frame.hidden = !target?.isConnected || performance.now() > until
    if (!target || frame.hidden) return
    const { left, top, width, height } = target.getBoundingClientRect()
    Object.assign(frame.style, {
      left: `${left - 4}px`,
      top: `${top - 4}px`,
      width: `${width + 8}px`,
      height: `${height + 8}px`,
    })
    requestAnimationFrame(follow)
  }

  return {
    show(element) {
      target = element
      until = performance.now() + shownMs
      target.scrollIntoView({ behavior: 'smooth', block: 'center' })
      follow()
    },
  }
}
