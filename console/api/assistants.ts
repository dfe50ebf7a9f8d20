import type { AssistantAct } from '../../service/assistants/operations.ts'
import type { Part } from '../parts/paged.tsx'
import { ask } from './client.ts'
import { readTemplate, saveTemplate } from './templates.ts'
import { resetWords } from './words.ts'

export type { AssistantAct } from '../../service/assistants/operations.ts'

/** What assistants changed, the latest first. */
export async function listActsOfAssistants(
  cursor: string | undefined,
  signal?: AbortSignal,
): Promise<Part<AssistantAct>> {
  const { acts, ...rest } = await ask('GET /v1/assistants/acts', { query: { limit: 10, cursor }, signal })
  return { rows: acts, ...rest }
}

/** How an act is undone. Undefined if that is done where the thing itself is. */
export function undoOf(act: AssistantAct): (() => Promise<unknown>) | undefined {
  const { tool, content, item, template, version } = act
  if (tool === 'set_words' && content && item) return () => resetWords({ content, index: Number(item) })
  if (tool === 'save_template' && template && version !== undefined && version > 1)
    return async () => saveTemplate(template, (await readTemplate(template, version - 1)).yaml, version)
  return undefined
}
