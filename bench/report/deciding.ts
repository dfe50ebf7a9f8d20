import type { Kept } from './kept.ts'
import type { Row } from './row.ts'
import { tableOfCells } from './table.ts'

/** A row that helps somebody to decide for or against Motif. */
interface Deciding {
  /** The beginning of the row's name. */
  begin: string
  /** The contenders in Motif's column. */
  motif: string[]
  /** The contenders in the column beside it. */
  beside: string[]
}

const tags = ['tag of a template', 'one-line tag']
const rivals = ['hand-written', 'GrowthBook', 'alloy', 'PostHog']

const deciding: Deciding[] = [
  {
    begin: '`snippet.js`, what paints',
    motif: ['Motif'],
    beside: ['GrowthBook auto.min.js', 'alloy', 'PostHog array.js'],
  },
  { begin: 'personalised paint, slow 4G', motif: tags, beside: rivals },
  { begin: 'original text visible, slow 4G', motif: tags, beside: rivals },
  {
    begin: 'original text visible, hydrated, slow 4G',
    motif: tags,
    beside: ['served personalised', 'hand-written'],
  },
  { begin: 'apply 1,000 items', motif: ['Motif'], beside: ['plain DOM calls', 'dom-mutator'] },
  {
    begin: '1,000 unrelated changes of a class `in`',
    motif: ['Motif'],
    beside: ['dom-mutator', 'no script'],
  },
  {
    begin: '200 class changes a frame for 5 s, 1,000 items, the class',
    motif: ['Motif'],
    beside: ['no script', 'dom-mutator, 1,000 items'],
  },
  {
    begin: '10 s of measuring 30 elements under a transparent overlay',
    motif: ['Motif'],
    beside: ['the page without Motif'],
  },
  { begin: '`GET /p/{pattern}`', motif: ['Motif'], beside: ['Fastify alone', 'nginx'] },
  { begin: 'collector, 32 clients × 3 events', motif: ['PGlite', 'PostgreSQL'], beside: [] },
]

/** The ten rows for the README as a table in Markdown, with medians only. */
export function decidingTable(results: Record<string, Kept>): string {
  const rows = Object.values(results).flatMap((part) => part.rows)
  const lines = deciding.flatMap(({ begin, motif, beside }) =>
    rows
      .filter(({ what }) => what.startsWith(begin))
      .map((row) => [row.what, row.toReach, medians(row, motif), medians(row, beside)]),
  )
  return tableOfCells([['what', 'to reach', 'Motif', 'beside it'], ...lines])
}

/** `GrowthBook 1,657 ms; PostHog 2,773 ms`, without the smallest and largest values. */
function medians({ figures }: Row, names: string[]): string {
  return names
    .filter((name) => figures[name])
    .map((name) => (name === 'Motif' ? `${figures[name]}` : `${name} ${figures[name]}`))
    .join('; ')
    .replaceAll(/ \([\d,.]+–[\d,.]+\)/g, '')
}
