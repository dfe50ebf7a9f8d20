import type { EditorLink, EditorListing } from '../../service/editing/link-schemas.ts'
import type {
  ListedTemplate,
  PageCheck,
  SavedVersion,
  TemplateText,
} from '../../service/templates/schemas.ts'
import { request, requestJson, withQuery } from './client.ts'

export type { EditorListing } from '../../service/editing/link-schemas.ts'
export type {
  ListedTemplate,
  PageCheck,
  Problem,
  SavedVersion,
  TemplateText,
} from '../../service/templates/schemas.ts'

const pathOf = (name: string) => `/v1/templates/${encodeURIComponent(name)}`

export async function listTemplates(signal?: AbortSignal): Promise<ListedTemplate[]> {
  return (await requestJson<{ templates: ListedTemplate[] }>('/v1/templates', { signal })).templates
}

export function readTemplate(name: string, version?: number, signal?: AbortSignal): Promise<TemplateText> {
  return requestJson(withQuery(pathOf(name), { version }), { signal })
}

export async function listVersions(name: string, signal?: AbortSignal): Promise<SavedVersion[]> {
  return (await requestJson<{ versions: SavedVersion[] }>(`${pathOf(name)}/versions`, { signal })).versions
}

/** Stores the next version. With `version`, only if that is still the current one; 0 means none, or a file. */
export function saveTemplate(name: string, yaml: string, version?: number): Promise<TemplateText> {
  return requestJson(pathOf(name), {
    method: 'PUT',
    json: { yaml, ...(version === undefined ? {} : { version }) },
  })
}

export async function deleteTemplate(name: string): Promise<void> {
  await request(pathOf(name), { method: 'DELETE' })
}

/** Creates a link that opens the editor on the template's page, once. */
export function makeEditorLink(name: string): Promise<EditorLink> {
  return requestJson(`${pathOf(name)}/edit`, { method: 'POST' })
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

export function checkPage(name: string, signal?: AbortSignal): Promise<PageCheck> {
  return requestJson(`${pathOf(name)}/page`, { signal })
}
