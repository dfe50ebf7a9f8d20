import type { Database } from '../store/database.ts'
import { findStoredTemplate, findTemplateVersion, type StoredTemplate } from '../store/stored-templates.ts'
import { type ParsedTemplate, parseTemplate } from './parse-template.ts'
import type { Template } from './template.ts'

/** A stored template, and what its text says. */
export type ParsedVersion = StoredTemplate & ParsedTemplate

/** Reads the templates that organizations store: see `createStoredTemplates`. */
export interface StoredTemplates {
  /** What the organization stored last under the name; undefined where it has none now. */
  find(organization: string, name: string): Promise<ParsedVersion | undefined>
  /** The latest sound text that was ever stored under the name, deleted or not. */
  findLastSound(organization: string, name: string): Promise<Template | undefined>
  /** One version; undefined where it is not kept. */
  findVersion(organization: string, name: string, version: number): Promise<ParsedVersion | undefined>
  parse(organization: string, stored: StoredTemplate): ParsedVersion
}

/** Characters of text whose templates are kept parsed: a few hundred of them. */
const mostParsed = 4 * 1024 * 1024

/**
 * Every use asks the database which version is the current one, so that all replicas use a new one at once. A version
 * never changes: what it says is kept in memory.
 */
export function createStoredTemplates(db: Database): StoredTemplates {
  const parsed = new Map<string, { said: ParsedTemplate; source: string }>()
  let length = 0

  function parse(organization: string, stored: StoredTemplate): ParsedVersion {
    const key = JSON.stringify([organization, stored.name, stored.version])
    const known = parsed.get(key)
    // A name that was forgotten begins with version 1 again.
    const said = known?.source === stored.source ? known.said : parseTemplate(stored.name, stored.source)
    if (known) remove(key, known)
    parsed.set(key, { said, source: stored.source })
    length += stored.source.length
    while (length > mostParsed && parsed.size > 1) removeOldest()
    if (!said.template) return { ...stored, ...said }
    return { ...stored, problems: [], template: { ...said.template, version: stored.version } }
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
    return stored && parse(organization, stored).template
  }

  async function findVersion(organization: string, name: string, version: number) {
    const stored = await findTemplateVersion(db, organization, name, version)
    return stored && parse(organization, stored)
  }

  return { find, findLastSound, findVersion, parse }
}
