import type { Preview } from '../../service/content/preview.ts'
import type { ListedTemplate, PageCheck, TemplateText } from '../../service/templates/operations.ts'
import { ask } from './client.ts'

export type { Preview } from '../../service/content/preview.ts'
export type * from '../../service/templates/operations.ts'

export async function listTemplates(signal?: AbortSignal): Promise<ListedTemplate[]> {
  return (await ask('GET /v1/templates', { signal })).templates
}

/** Whether pages are made from a template: its warnings refuse nothing. */
export function makesPages({ problems }: Pick<ListedTemplate, 'problems'>): boolean {
  return problems.every(({ warning }) => warning)
}

export function readTemplate(name: string, version?: number, signal?: AbortSignal): Promise<TemplateText> {
  return ask('GET /v1/templates/:name', { params: { name }, query: { version }, signal })
}

/** Stores the next version. With `version`, only if that is still the current one; 0 means none, or a file. */
export function saveTemplate(name: string, yaml: string, version?: number): Promise<TemplateText> {
  return ask('PUT /v1/templates/:name', {
    params: { name },
    json: { yaml, ...(version === undefined ? {} : { version }) },
  })
}

export function checkPage(name: string, signal?: AbortSignal): Promise<PageCheck> {
  return ask('GET /v1/templates/:name/page', { params: { name }, signal })
}

/** What a page would say to a prospect, or to somebody of whom nothing is known. */
export function previewTemplate(
  name: string,
  wish: { language: string; prospect?: string },
  signal?: AbortSignal,
): Promise<Preview> {
  return ask('POST /v1/templates/:name/preview', { params: { name }, json: wish, signal })
}
