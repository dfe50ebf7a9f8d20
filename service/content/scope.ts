import type { Generation } from '../store/generation.ts'
import type { LiquidScope } from '../templates/liquid.ts'

/** What a template can name, of one record and its prospect; what is not known is not there. */
export function toScope({ content, prospect }: Generation): LiquidScope {
  const { id, status, email, linkedin, name, company, role, industry, domain, profile } = prospect
  const known = {
    ...{ id, status, email, linkedin, name, company, role, industry, domain, profile },
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
