import type { Combination } from './combine.ts'
import { condition, type Handle, handlesOf } from './handles.ts'
import { childrenOf } from './own-properties.ts'

/** The penalty for each step of a path: a wrapper, a banner or another card changes it. */
const stepPenalty = 6

/** The path to an element, step by step from its nearest ancestor with a name of its own, or from the body. */
export function pathTo(element: Element): Combination {
  const steps: string[] = []
  let at: Element = element
  let from = rootOf(at)
  while (!from && at.parentElement && at !== at.ownerDocument.body) {
    steps.unshift(stepTo(at))
    at = at.parentElement
    from = rootOf(at)
  }
  const parts: Handle[] = [from ?? whole(at), ...steps.map(stepHandle)]
  const css = parts.map((part) => part.css).join(' > ')
  return { css, parts, penalty: 20 + (from?.penalty ?? 0) + steps.length * stepPenalty }
}

function rootOf(element: Element): Handle | undefined {
  const named = handlesOf(element).filter(({ kind }) => kind !== 'tag' && kind !== 'attribute')
  const document = element.ownerDocument
  return named.find(({ css }) => document.querySelectorAll(css).length === 1)
}

const whole = ({ localName }: Element): Handle => ({
  ...condition(localName),
  kind: 'tag',
  words: 'the page',
  penalty: 0,
  shared: 0,
})

function stepTo(element: Element): string {
  const name = CSS.escape(element.localName)
  const { parentElement: parent } = element
  const alike = (parent ? childrenOf(parent) : []).filter(({ localName }) => localName === element.localName)
  return alike.length < 2 ? name : `${name}:nth-of-type(${alike.indexOf(element) + 1})`
}

function stepHandle(css: string): Handle {
  return { ...condition(css), kind: 'place', words: 'its place', penalty: 0, shared: 0 }
}
