/** A prospect's way: it is enriched once. */
export type ProspectStatus = 'enriching' | 'enriched'

/** The facts of a prospect that enrichment finds, and that `additional` may state: then it wins. */
export const factFields = ['name', 'company', 'role', 'industry', 'linkedin', 'domain'] as const

export type FactField = (typeof factFields)[number]

/** What is kept of a person or a prospect, as texts; `additional` is JSON text. */
export const personFields = ['email', ...factFields, 'profile', 'additional'] as const

export type PersonField = (typeof personFields)[number]

/** What is known of a prospect; what is not known is left out. */
export type KnownFacts = Partial<Record<FactField, string | undefined>>
