/** The states of a prospect: it is enriched once. */
export type ProspectStatus = 'enriching' | 'enriched'

/** The facts of a prospect that enrichment finds. Those that `additional` states take precedence. */
export const factFields = ['name', 'company', 'role', 'industry', 'linkedin', 'domain'] as const

export type FactField = (typeof factFields)[number]

/** The stored text fields of a person or a prospect; `additional` is JSON. */
export const personFields = ['email', ...factFields, 'profile', 'additional'] as const

export type PersonField = (typeof personFields)[number]

/** What is known of a prospect; what is not known is left out. */
export type KnownFacts = Partial<Record<FactField, string | undefined>>
