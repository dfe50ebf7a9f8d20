import { finder } from '@medv/finder'
import { type Combination, isNotBareName } from './combine.ts'
import { isGeneratedName } from './generated-names.ts'
import { namingAttributes } from './naming-attributes.ts'
import { isPassingClass } from './passing-names.ts'

/** Limits the search of `@medv/finder`, which grows with the depth of the page. */
const mostPaths = 500

/**
 * The selector that `@medv/finder` finds with lasting names only: the shortest unique one. It does not consider what a redesign
 * changes, so it ranks after the others. `undefined` if it finds none.
 */
export function fromFinder(element: Element): Combination | undefined {
  const lasting = new Set(namingAttributes(element).map(({ name }) => name))
  try {
    const css = finder(element, {
      root: element.ownerDocument.body,
      maxNumberOfPathChecks: mostPaths,
      timeoutMs: 200,
      idName: (name) => !isGeneratedName(name),
      className: (name) => !isPassingClass(name) && !isGeneratedName(name, [...element.classList]),
      attr: (name) => lasting.has(name),
    })
    return /\\/.test(css) || !isNotBareName({ css }) ? undefined : { css, parts: [], penalty: penaltyOf(css) }
  } catch {
    return undefined
  }
}

function penaltyOf(css: string): number {
  const places = css.match(/:nth/g)?.length ?? 0
  const steps = css.match(/[ >]+/g)?.length ?? 0
  return 15 + places * 15 + steps * 3
}
