import type { Combination } from './combine.ts'
import type { Handle, HandleKind } from './handles.ts'

/** Explains to a marketer what a selector is based on, and what would break it. */
export function whyOf({ parts }: Combination, matches: number, element: Element): string {
  const [own, ...around] = [...parts].reverse()
  if (matches > 1) return `Changes ${matches} elements alike: ${own?.words ?? element.localName}.`
  if (!own) return 'The shortest that finds it.'
  if (parts.some(({ kind }) => kind === 'place')) return placeWords(around)
  return `${reasons[own.kind](own)}${insideOf(around)}.`
}

const reasons: Record<HandleKind, (own: Handle) => string> = {
  content: ({ words }) => `The page itself marks it for its content, by ${words}`,
  data: ({ words }) => `The page’s author named it, by ${words}`,
  id: ({ words }) => `The page’s author named it, by ${words}`,
  attribute: ({ words }) => `It says what it is, by ${words}`,
  class: ({ words }) => `It has the ${words}`,
  tag: ({ words }) => `It is ${words.startsWith('<') ? `the only ${words}` : words}`,
  beside: ({ words }) => `It is ${words}`,
  place: ({ words }) => `It is ${words}`,
}

function insideOf(around: Handle[]): string {
  const named = around.filter(({ css }) => css !== 'body').map(({ words }) => words)
  return named.length > 0 ? ` inside ${named.join(' inside ')}` : ''
}

function placeWords(around: Handle[]): string {
  const anchor = around.find(({ kind, css }) => kind !== 'place' && css !== 'body')
  const where = anchor ? ` inside ${anchor.words}` : ''
  return `By its place${where}: it breaks when something is put before it.`
}
