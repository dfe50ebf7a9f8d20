import { LRUCache } from 'lru-cache'
import type { Database } from '../base/database/database.ts'
import type { ParsedTemplate } from './parse-template.ts'
import { findStoredTemplate, findTemplateVersion, type StoredTemplate } from './sql.ts'
import type { Template } from './template.ts'
import { parseInThread, type TemplateWork } from './template-work.ts'

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

/**
 * Creates the reader of stored templates. Every use asks the database for the current version, so that all replicas use
 * a new one at once. A version never changes, so its parsed text is cached.
 */
export function createStoredTemplates(db: Database, work: TemplateWork): StoredTemplates {
  /** By characters of text: a few hundred templates. */
  const parsed = new LRUCache<string, ParsedTemplate>({ maxSize: 4 * 1024 * 1024 })

  async function parse(organization: string, stored: StoredTemplate): Promise<ParsedVersion> {
    const key = JSON.stringify([organization, stored.name, stored.version])
    const known = parsed.get(key)
    if (known) return { ...stored, ...known }
    const said = withVersion(await parseInThread(work, stored.name, stored.source), stored.version)
    parsed.set(key, said, { size: stored.source.length + 1 })
    return { ...stored, ...said }
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
