import { decodeCases } from '../content/gap-codec.ts'
import type { Template } from '../templates/template.ts'
import type { CampaignCases } from './campaign.ts'
import type { GapRow } from './gaps-sql.ts'

/** Counts, by item with cases, how many of a campaign's people get the words of each, and how many get nobody's. */
export function sumCases(rows: readonly GapRow[], template: Template | undefined): CampaignCases[] {
  const people = new Map<string, number>()
  for (const { gaps, count } of rows)
    for (const { index, case: taken } of decodeCases(gaps)) {
      const key = `${index} ${taken}`
      people.set(key, (people.get(key) ?? 0) + count)
    }
  return (template?.content ?? []).flatMap(({ name, selector, type, for: cases }, index) => {
    if (!cases) return []
    return {
      index,
      ...(name !== undefined && { name }),
      selector,
      type,
      for: cases.map(({ label }, at) => ({ label, people: people.get(`${index} ${at}`) ?? 0 })),
      others: people.get(`${index} -1`) ?? 0,
    }
  })
}
