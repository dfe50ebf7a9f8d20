import { personFields } from '../base/words/prospect.ts'
import { callParts, shortCompany } from '../prospects/names/short-names.ts'
import type { LiquidScope } from '../templates/liquid.ts'

/** The fields of a prospect that are stored as texts, and that a template can name. */
export const textFields = ['id', 'status', ...personFields] as const

/** A prospect. Fields that are not known are null, or left out. */
export type KnownProspect = { [Name in (typeof textFields)[number]]?: string | null } & {
  created_at: Date
  updated_at: Date
}

/**
 * The variables of a template for one record and its prospect. What is not known is left out, and what to call a person and
 * their company also if it is not plain, and a list does not say it.
 */
export function toScope(
  content: { language: string; pattern: string },
  prospect: KnownProspect,
): LiquidScope {
  const { name, company } = prospect
  const additional = JSON.parse(prospect.additional ?? '{}') as Record<string, unknown>
  const said = (key: string) => (typeof additional[key] === 'string' ? additional[key] : undefined)
  const called = name == null ? {} : callParts(name, { first: said('first_name'), last: said('last_name') })
  const texts = {
    ...Object.fromEntries(textFields.map((field) => [field, prospect[field]])),
    first_name: called.first,
    last_name: called.last,
    company_short: company == null ? null : shortCompany(company),
  }
  return {
    prospect: {
      ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text != null)),
      additional,
      createdAt: prospect.created_at.toISOString(),
      updatedAt: prospect.updated_at.toISOString(),
    },
    language: content.language,
    content: { pattern: content.pattern },
  }
}
