/** Columns that lists have for who looks after somebody. */
const ownerColumns = [
  'owner',
  'contact_owner',
  'account_owner',
  'sales_owner',
  'hubspot_owner',
  'hs_contact_owner',
  'lead_owner',
]

/** Who looks after a person, as `additional` says in one of the usual columns. */
export function ownerOf(additional: Record<string, unknown>): string | undefined {
  const values = ownerColumns.map((key) => additional[key])
  return values.find((value): value is string => typeof value === 'string' && value.trim() !== '')
}

/** A column's title as `additional` names it: `Contact owner` becomes `contact_owner`. */
export function additionalKey(title: string): string {
  const words = title
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
  return words?.join('_') ?? title
}

/** `additional` as a prospect has it: the text of a JSON object, or null. */
export function parseAdditional(text: string | null): Record<string, unknown> {
  return text === null ? {} : (JSON.parse(text) as Record<string, unknown>)
}
