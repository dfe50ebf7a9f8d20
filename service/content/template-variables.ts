import type { PersonField } from '../model/prospect.ts'
import type { LiquidScope } from '../templates/liquid.ts'

/** What is known of a prospect: null what is not. */
export interface KnownProspect extends Record<PersonField, string | null> {
  id: string | null
  status: string | null
  created_at: Date
  updated_at: Date
}

/** Of a record, what a template can name. */
interface NamedContent {
  language: string
  pattern: string
}

/** What a template can name, of one record and its prospect; what is not known is not there. */
export function toScope({
  content,
  prospect,
}: {
  content: NamedContent
  prospect: KnownProspect
}): LiquidScope {
  const { id, status, email, linkedin, name, company, role, industry, domain, profile } = prospect
  const known = {
    id,
    status,
    email,
    linkedin,
    name,
    company,
    role,
    industry,
    domain,
    profile,
    additional: toObject(prospect.additional),
    createdAt: prospect.created_at.toISOString(),
    updatedAt: prospect.updated_at.toISOString(),
  }
  return {
    prospect: Object.fromEntries(Object.entries(known).filter(([, value]) => value !== null)),
    language: content.language,
    content: { pattern: content.pattern },
  }
}

function toObject(json: string | null): Readonly<Record<string, unknown>> {
  return json === null ? {} : (JSON.parse(json) as Record<string, unknown>)
}
