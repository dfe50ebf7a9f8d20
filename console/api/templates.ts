import type { ListedTemplate, PageCheck, TemplateText } from '../../service/templates/operations.ts'
import { ask } from './client.ts'

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
