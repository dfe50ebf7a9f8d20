import { storable } from '../base/words/prospect.ts'
import type { ListColumn } from '../prospects/lists/list-column.ts'
import type { MendedFields } from './campaign.ts'

/** A column of a campaign's lists. */
export interface CampaignColumn extends Pick<ListColumn, 'title' | 'meaning' | 'key'> {
  /** By it the columns of several lists are the same: the title, and how often the list had it up to here. */
  label: string
}

/** The columns of a list, labelled. */
export function labelled(columns: readonly ListColumn[]): CampaignColumn[] {
  const seen = new Map<string, number>()
  return columns.map(({ title: came, meaning, key }) => {
    const title = storable(came)
    const number = (seen.get(title) ?? 0) + 1
    seen.set(title, number)
    return { label: `${number} ${title}`, title, key, ...(meaning && { meaning }) }
  })
}

/** What the cells of a line say of the fields that can be mended. */
export function saidOf(cells: readonly string[], columns: readonly CampaignColumn[]): MendedFields {
  const said: MendedFields & { firstName?: string; lastName?: string } = {}
  for (const [at, { meaning }] of columns.entries()) {
    const text = cells[at]?.trim()
    if (text && meaning && meaning !== 'ignore') said[meaning] ??= text
  }
  const { firstName, lastName, ...fields } = said
  const name = [firstName, lastName].filter(Boolean).join(' ')
  return { ...(name && { name }), ...fields }
}
