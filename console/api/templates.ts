import { request, requestJson, withQuery } from './client.ts'

/** A fault of a template, with its place. Lines and columns count from 1. */
export interface TemplateProblem {
  line: number
  column: number
  message: string
}

export interface TemplateSummary {
  name: string
  source: 'file' | 'stored'
  version?: number
  page?: string
  languages: string[]
  updatedAt?: string
  problems: TemplateProblem[]
}

export interface TemplateSource {
  name: string
  source: 'file' | 'stored'
  version?: number
  yaml: string
  problems: TemplateProblem[]
}

export interface SavedVersion {
  version: number
  user: string
  createdAt: string
}

const pathOf = (name: string) => `/v1/templates/${encodeURIComponent(name)}`

export async function listTemplates(signal?: AbortSignal): Promise<TemplateSummary[]> {
  return (await requestJson<{ templates: TemplateSummary[] }>('/v1/templates', { signal })).templates
}

export function readTemplate(name: string, version?: number, signal?: AbortSignal): Promise<TemplateSource> {
  return requestJson(withQuery(pathOf(name), { version }), { signal })
}

export async function listVersions(name: string, signal?: AbortSignal): Promise<SavedVersion[]> {
  return (await requestJson<{ versions: SavedVersion[] }>(`${pathOf(name)}/versions`, { signal })).versions
}

/** Stores the next version. With `version`, only if that is still the current one; 0 means none, or a file. */
export function saveTemplate(name: string, yaml: string, version?: number): Promise<TemplateSource> {
  return requestJson(pathOf(name), {
    method: 'PUT',
    json: { yaml, ...(version === undefined ? {} : { version }) },
  })
}

export async function deleteTemplate(name: string): Promise<void> {
  await request(pathOf(name), { method: 'DELETE' })
}

/** Creates a link that opens the editor on the template's page, once. */
export function makeEditorLink(name: string): Promise<{ url: string; expiresAt: string }> {
  return requestJson(`${pathOf(name)}/edit`, { method: 'POST' })
}

/** Somebody who has the editor open on a template. */
export interface EditorListing {
  user: string
  begunAt: string
  expiresAt: string
}

export async function listEditors(name: string, signal?: AbortSignal): Promise<EditorListing[]> {
  return (await requestJson<{ sessions: EditorListing[] }>(`${pathOf(name)}/edit`, { signal })).sessions
}

/** Ends all sessions of the editor on a template. */
export async function endEditors(name: string): Promise<void> {
  await request(`${pathOf(name)}/edit`, { method: 'DELETE' })
}

export async function readTag(name: string, signal?: AbortSignal): Promise<string> {
  return (await request(`${pathOf(name)}/tag`, { signal })).text()
}

/** What the service found on a template's page. */
export interface PageReport {
  page: string
  /** Why the page could not be read; then the rest is missing. */
  problem?: string
  hasTag?: boolean
  /** Whether the tag hides what the current version changes. */
  isTagCurrent?: boolean
  /** Whether scripts make most of the page. What they add is not counted. */
  isMadeByScripts?: boolean
  /** How many elements each selector matches; missing if only a browser can say. */
  selectors?: { selector: string; matches?: number }[]
}

export function checkPage(name: string, signal?: AbortSignal): Promise<PageReport> {
  return requestJson(`${pathOf(name)}/page`, { signal })
}
