import type { Scheduler } from '../scheduler.ts'
import { isText, nextOf, parentOf } from './walk.ts'

/** Whether the document is still being parsed. */
export const isParsing = (): boolean => document.readyState === 'loading'

/** Runs something when the document is parsed. It polls, because a visitor without a pattern must not get a listener. */
export const whenParsed = (run: () => void, scheduler: Scheduler): void => {
  if (isParsing()) scheduler.after(50, () => whenParsed(run, scheduler))
  else run()
}

/** Whether the parser is still in an element: nothing is behind it, or behind an element that it is in. */
export const isOpen = (element: Element | null): boolean => isParsing() && !isPassed(element, nextOf)

/** The same, if scripts may have put elements behind it meanwhile. A text there proves that the parser has left it. */
export const mayBeOpen = (element: Element): boolean => isParsing() && !isPassed(element, nextTextOf)

const isPassed = (node: Node | null, behind: (node: Node) => Node | null): boolean =>
  !!node && (!!behind(node) || isPassed(parentOf(node), behind))

const nextTextOf = (node: Node): Node | null => {
  let next = nextOf(node)
  while (next && !isText(next)) next = nextOf(next)
  return next
}
