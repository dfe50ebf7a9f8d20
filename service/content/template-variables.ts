import { personFields } from '../base/words/prospect.ts'
import { callParts, shortCompany } from '../prospects/names/short-names.ts'
import type { LiquidScope } from '../templates/liquid.ts'

/** The fields of a prospect that are stored as texts, and that a template can name. */
export const textFields = ['id', 'status', ...personFields] as const

/** A prospect whose fields are null where they are not known. */
export interface KnownProspect extends Record<(typeof textFields)[number], string | null> {
  created_at: Date
  updated_at: Date
}

/** A record, as far as a template can name it. */
interface NamedContent {
  language: string
  pattern: string
}

/** The variables of a template for one record and its prospect. What is not known is left out. */
export function toScope({
  content,
  prospect,
}: {
  content: NamedContent
  prospect: KnownProspect
}): LiquidScope {
  const additional = JSON.parse(prospect.additional ?? '{}') as Record<string, unknown>
  const texts = textFields.map((field) => [field, prospect[field]] as const)
  return {
    prospect: {
      ...Object.fromEntries(texts.filter(([, value]) => value !== null)),
      ...callNames(prospect, additional),
      additional,
      createdAt: prospect.created_at.toISOString(),
      updatedAt: prospect.updated_at.toISOString(),
    },
    language: content.language,
    content: { pattern: content.pattern },
  }
}

/** What to call a person and their company; left out if it is not plain, and a list does not say it. */
function callNames({ name, company }: KnownProspect, additional: Record<string, unknown>) {
  const said = (key: string) => (typeof additional[key] === 'string' ? additional[key] : undefined)
  const [saidFirst, saidLast] = [said('first_name'), said('last_name')]
  const { first, last } =
    name === null
      ? {}
      : callParts(name, {
          ...(saidFirst !== undefined && { first: saidFirst }),
          ...(saidLast !== undefined && { last: saidLast }),
        })
  return {
    ...(first !== undefined && { first_name: first }),
    ...(last !== undefined && { last_name: last }),
    ...(company !== null && { company_short: shortCompany(company) }),
  }
}
