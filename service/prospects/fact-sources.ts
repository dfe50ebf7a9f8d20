import type { FactField } from '../base/words/prospect.ts'

/**
 * Where facts are from, by field: `company`, or `additional.lifecycle_stage`. A source is `request`, `directory`,
 * `list:ID` with the id of the campaign, or the name of one that enrichment asks, such as `website`.
 */
export type FactSources = ReadonlyMap<string, string>

export const fromRequest = 'request'
export const fromDirectory = 'directory'

/** The source of what a campaign's list says. */
export function fromListOf(campaign: string): string {
  return `list:${campaign}`
}

/** The id of the campaign whose list is the source; undefined if it is none. */
export function campaignOf(source: string): string | undefined {
  return source.startsWith('list:') ? source.slice('list:'.length) : undefined
}

/** The field of a member of `additional`. */
export function additionalField(key: string): string {
  return `additional.${key}`
}

/** All these fields from one source. */
export function allFrom(source: string, fields: Iterable<string>): FactSources {
  return new Map([...fields].map((field) => [field, source]))
}

/** Reads the `sources` column of a prospect, which has the fields of each source: `{"website":["company","industry"]}`. */
export function readSources(text: string): Map<string, string> {
  const bySource = Object.entries(JSON.parse(text) as Record<string, (FactField | string)[]>)
  return new Map(bySource.flatMap(([source, fields]) => fields.map((field) => [field, source] as const)))
}

/** The value of the `sources` column. */
export function writeSources(sources: FactSources): string {
  const bySource = Map.groupBy(sources, ([, source]) => source)
  const entries = [...bySource].map(([source, of]) => [source, of.map(([field]) => field).sort()] as const)
  return JSON.stringify(Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1))))
}
