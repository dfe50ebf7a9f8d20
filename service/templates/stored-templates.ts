import type { Database } from '../base/database/database.ts'
import type { ParsedTemplate } from './parse-template.ts'
import { findStoredTemplate, findTemplateVersion, type StoredTemplate } from './sql.ts'
import type { Template } from './template.ts'
import { readAgainMs, type TemplateThread } from './template-thread.ts'

/** A stored template and its parsed text. */
export type ParsedVersion = StoredTemplate & ParsedTemplate

/** Parses stored templates: see `createStoredTemplates`. */
interface StoredTemplates {
  /** The latest version; undefined where the organization has no such template now. */
  find(organization: string, name: string): Promise<ParsedVersion | undefined>
  /** The template of the latest version, deleted or not; undefined where there was none. */
  findLastSound(organization: string, name: string): Promise<Template | undefined>
  /** One version; undefined where it is not kept. */
  findVersion(organization: string, name: string, version: number): Promise<ParsedVersion | undefined>
  parse(organization: string, stored: StoredTemplate): Promise<ParsedVersion>
}

/** How much text is kept parsed, in characters: a few hundred templates. */
const mostParsed = 4 * 1024 * 1024

/**
 * Creates the reader of stored templates. Every use asks the database for the current version, so that all replicas use
 * a new one at once. A version never changes, so its parsed text is cached; for a while only if it could not be read.
 */
export function createStoredTemplates(db: Database, thread: TemplateThread): StoredTemplates {
  const parsed = new Map<string, { said: ParsedTemplate; source: string; until: number }>()
  let length = 0

  async function parse(organization: string, stored: StoredTemplate): Promise<ParsedVersion> {
    const key = JSON.stringify([organization, stored.name, stored.version])
    const cached = parsed.get(key)
    // The versions of a deleted and forgotten name start at 1 again.
    if (cached?.source === stored.source && Date.now() < cached.until) {
      // To the end: it was used last.
      parsed.delete(key)
      parsed.set(key, cached)
      return { ...stored, ...cached.said }
    }
    const said = withVersion(await thread.parse(organization, stored.name, stored.source), stored.version)
    const known = parsed.get(key)
    if (known) remove(key, known)
    const until = said.isUnread ? Date.now() + readAgainMs : Number.POSITIVE_INFINITY
    parsed.set(key, { said, source: stored.source, until })
    length += stored.source.length
    while (length > mostParsed && parsed.size > 1) removeOldest()
    return { ...stored, ...said }
  }

  function removeOldest(): void {
    const [key, oldest] = parsed.entries().next().value as [string, { source: string }]
    remove(key, oldest)
  }

  function remove(key: string, { source }: { source: string }): void {
    parsed.delete(key)
    length -= source.length
  }

  async function find(organization: string, name: string) {
    const stored = await findStoredTemplate(db, organization, name)
    return stored && !stored.deleted ? parse(organization, stored) : undefined
  }

  async function findLastSound(organization: string, name: string) {
    const stored = await findStoredTemplate(db, organization, name)
    return stored && (await parse(organization, stored)).template
  }

  async function findVersion(organization: string, name: string, version: number) {
    const stored = await findTemplateVersion(db, organization, name, version)
    return stored && parse(organization, stored)
  }

  return { find, findLastSound, findVersion, parse }
}

function withVersion(said: ParsedTemplate, version: number): ParsedTemplate {
  return said.template ? { ...said, template: { ...said.template, version } } : said
}
