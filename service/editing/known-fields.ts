import type { Database } from '../base/database/database.ts'
import { jsonMembers } from '../base/words/exact-json.ts'
import { factFields } from '../base/words/prospect.ts'
import { listProspects } from '../prospects/list-sql.ts'

/** The prospects that are searched for further fields. */
const newest = { sort: 'created', descending: true, limit: 200 } as const
const mostFields = 100
/** The fields of every prospect, those first by which people are called. */
const called = [
  'first_name',
  'last_name',
  'company',
  'company_short',
  'role',
  'industry',
  'name',
  'email',
  'domain',
  'linkedin',
  'profile',
]
/** What a template can write after `prospect.additional.`. */
const nameable = /^[\p{L}_][\p{L}\p{N}_-]{0,63}$/u

/**
 * The fields of a prospect that a template can name: first those that all prospects have, then those of `additional` in
 * the newest ones, the most frequent first.
 */
export async function knownFields(db: Database, organization: string): Promise<string[]> {
  const counts = new Map<string, number>()
  for (const { additional } of await listProspects(db, organization, {}, newest))
    for (const name of jsonMembers(additional ?? '{}').keys()) counts.set(name, (counts.get(name) ?? 0) + 1)
  const facts = new Set<string>(factFields)
  const more = [...counts]
    .filter(([name]) => nameable.test(name) && !facts.has(name))
    .sort(([, one], [, other]) => other - one)
  return [...called, ...more.slice(0, mostFields).map(([name]) => `additional.${name}`)]
}
