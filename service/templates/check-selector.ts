import { isTraversal, parse, type Selector } from 'css-what'
import { isBareName } from '../../wire/bare-name.ts'
import { didYouMean, nearest } from '../base/words/text.ts'

/**
 * The problem of a selector. Undefined where browsers accept it, and for a bare name: see `selectorOf`. jQuery's
 * extensions of CSS are problems.
 */
export function selectorProblem(selector: string): string | undefined {
  if (selector.trim() === '') return 'the selector is empty'
  if (selector.length > longestSelector) return `the selector is longer than ${longestSelector} characters`
  if (isBareName(selector)) return undefined
  try {
    const problem = complexProblem(parse(selector))
    if (problem !== undefined || isClosed(selector)) return problem
    return `"${selector}" leaves a bracket, a quote or a comment open`
  } catch (error) {
    return `"${selector}" is not a CSS selector: ${reasonOf(error as Error)}; write one such as "#hero h1"`
  }
}

function reasonOf({ message }: Error): string {
  return message.replace(/(:|, found) .*$/s, '').replace(/[:.]$/, '')
}

const longestSelector = 1000

function complexProblem(alternatives: Selector[][]): string | undefined {
  for (const parts of alternatives) {
    const [first, last] = [parts[0], parts.at(-1)]
    if (!first || !last) return 'the selector is empty before or after a comma'
    if (isTraversal(first) || isTraversal(last))
      return `"${combinators[first.type] ?? combinators[last.type]}" has nothing on one side`
  }
  return partsProblem(alternatives)
}

function partsProblem(alternatives: Selector[][]): string | undefined {
  const problems = alternatives.flat().map(partProblem)
  return problems.find((problem) => problem !== undefined)
}

const combinators: Partial<Record<Selector['type'], string>> = { child: '>', adjacent: '+', sibling: '~' }

function partProblem(part: Selector): string | undefined {
  if (part.type === 'pseudo-element')
    return `"::${part.name}" is not an element of the page; select the element it belongs to`
  if (part.type === 'parent' || part.type === 'column-combinator')
    return `"${part.type === 'parent' ? '<' : '||'}" is not in CSS as browsers know it`
  if (part.type === 'attribute' && part.action === 'not')
    return `"[${part.name}!=…]" is jQuery's; write ":not([${part.name}="…"])"`
  if ('namespace' in part && part.namespace && part.namespace !== '*')
    return `"${part.namespace}|" is a namespace, which selectors of a page cannot name`
  return part.type === 'pseudo' ? pseudoProblem(part.name, part.data) : undefined
}

function pseudoProblem(name: string, data: string | Selector[][] | null): string | undefined {
  if (Array.isArray(data)) return partsProblem(data)
  if (!pseudoClasses.includes(name)) {
    const meant = nearest(name, pseudoClasses)
    return `":${name}" is not in CSS${meant ? didYouMean(name, pseudoClasses).replace(`"${meant}"`, `":${meant}"`) : ''}`
  }
  if (name.startsWith('nth-') && !nthFormula.test(data?.trim() ?? ''))
    return `":${name}(${data ?? ''})" needs a number, odd, even or a formula such as 2n+1`
  return undefined
}

const nthFormula = /^(odd|even|[+-]?\d+|[+-]?\d*n(\s*[+-]\s*\d+)?)(\s+of\s.+)?$/is

/** Pseudo-classes of Selectors Level 4 and the HTML standard that Chromium, Firefox and WebKit support. */
const pseudoClasses =
  `active any-link autofill checked default defined dir disabled empty enabled first-child first-of-type focus
focus-visible focus-within fullscreen has host hover in-range indeterminate invalid is lang last-child last-of-type link
matches modal not nth-child nth-last-child nth-last-of-type nth-of-type only-child only-of-type open optional
out-of-range picture-in-picture placeholder-shown popover-open read-only read-write required root scope target
user-invalid user-valid valid visited where`.split(/\s+/)

/** Strings, escapes and comments, which may contain anything. */
const hiding = /\\[^\n]|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|\/\*.*?\*\//gs

/**
 * Whether a selector closes everything that it opens: the parser lets pass what stands inside `:lang(…)` or `[x=…]`. In a
 * rule with others, an open bracket, string or comment swallows what follows.
 *
 * @see https://drafts.csswg.org/css-syntax-3/#tokenization
 */
function isClosed(selector: string): boolean {
  let bare = selector.replace(hiding, '')
  if (/[{}"'\\;]|\/\*|url\(/i.test(bare)) return false
  for (let before = ''; before !== bare; ) {
    before = bare
    bare = bare.replace(/\([^()[\]]*\)|\[[^()[\]]*\]/g, '')
  }
  return !/[()[\]]/.test(bare)
}
