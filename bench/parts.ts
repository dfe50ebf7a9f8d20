import type { PartOptions, PartResult } from './report/row.ts'

/** One part of the bench, loaded when it is run. */
export interface Part {
  /** Its heading in `docs/figures.md`. */
  title: string
  load(): Promise<{ measure(options: PartOptions): Promise<PartResult> }>
}

/** All parts, in the order in which they run and are shown. */
export const parts: Record<string, Part> = {
  sizes: { title: 'What a page loads', load: () => import('./sizes.ts') },
  'left-out': {
    title: 'What each thing that the script does costs',
    load: () => import('./left-out/left-out.ts'),
  },
  uninvited: { title: 'A visitor without a pattern', load: () => import('./page/uninvited.ts') },
  page: { title: 'A plain page', load: () => import('./page/page.ts') },
  'page-bytes': { title: 'What bytes alone cost', load: () => import('./page/bytes.ts') },
  'edge-page': { title: 'A plain page by the edge', load: () => import('./page/edge-page.ts') },
  hydrated: { title: 'A page that React hydrates', load: () => import('./page/hydrated.ts') },
  apply: { title: 'Many items', load: () => import('./apply/apply.ts') },
  changes: { title: 'A page that changes', load: () => import('./changes/changes.ts') },
  measuring: { title: 'Measuring', load: () => import('./measuring/measuring.ts') },
  edge: { title: 'The edge', load: () => import('./edge/edge.ts') },
  console: { title: 'The console', load: () => import('./console/first-screen.ts') },
  service: { title: 'The service', load: () => import('./service/service.ts') },
  collector: { title: 'The collector', load: () => import('./service/collector-part.ts') },
  results: { title: 'Results', load: () => import('./service/results-part.ts') },
  lift: { title: 'Did it work?', load: () => import('./service/lift-part.ts') },
  people: { title: 'People, not machines', load: () => import('./people/people-part.ts') },
  scale: { title: 'Replicas', load: () => import('./scale/scale.ts') },
}

/** Names for several parts at once. `page-lines`: everything about the page. */
const groups: Record<string, string[]> = {
  'page-lines': ['sizes', 'uninvited', 'page', 'hydrated', 'apply', 'changes', 'measuring'],
}

/** The names that are neither of a part nor of a group. */
export function unknownParts(names: string[]): string[] {
  return names.filter((name) => !Object.hasOwn(parts, name) && !Object.hasOwn(groups, name))
}

/** Names and what they are, line by line, for the usage. */
export function namesOfParts(): string {
  const lines = [
    ...Object.entries(parts).map(([name, { title }]) => [name, title]),
    ...Object.entries(groups).map(([name, of]) => [name, of.join(', ')]),
  ] as const
  return lines.map(([name = '', what]) => `  ${name.padEnd(16)}${what}`).join('\n')
}

/** The parts for known names of parts and groups, each once; all parts if there are no names. */
export function namedParts(names: string[]): string[] {
  if (!names.length) return Object.keys(parts)
  return [...new Set(names.flatMap((name) => groups[name] ?? [name]))]
}
