import { useCallback } from 'preact/hooks'
import { valuesIn } from '../../../wire/values-in-text.ts'
import { type ListColumn, previewList } from '../../api/lists.ts'
import { readTemplate } from '../../api/templates.ts'
import { listOf } from '../../parts/format.ts'
import { useLoaded } from '../../parts/use-loaded.ts'
import { useSettled } from '../../parts/use-settled.ts'
import type { ChosenList } from './list-preview.tsx'

const typingPauseMs = 300

/** What an address does not tell of a person, and only a list or a source of data may. */
const values: Record<string, string> = {
  role: 'the job title',
  industry: 'the industry',
  linkedin: 'the LinkedIn profile',
}

/** Says, before a campaign is made, which values its template uses that are not in its list. */
export function UnnamedValues({ template, list }: { template: string; list: ChosenList }) {
  const { content, corrections } = useSettled(list, typingPauseMs)
  const loaded = useLoaded(
    useCallback(
      async (signal: AbortSignal) => {
        const [{ yaml }, { columns }] = await Promise.all([
          readTemplate(template, undefined, signal),
          previewList(content, { corrections, signal }),
        ])
        return unnamed(yaml, columns)
      },
      [template, content, corrections],
    ),
  )
  if (loaded.state !== 'there' || loaded.isEarlier || loaded.value.length === 0) return null
  return (
    <div class="notice odd" role="status">
      <p>
        {template} also uses {listOf(loaded.value)}, which is not in this list. If it is not known from
        elsewhere, the page shows its own words there, or the default. <em>Review</em> shows it before the
        links go out.
      </p>
    </div>
  )
}

function unnamed(yaml: string, columns: ListColumn[]): string[] {
  const named = new Set(columns.map(({ meaning, key }) => meaning ?? `additional.${key}`))
  return valuesIn(yaml).flatMap((name) => {
    if (named.has(name)) return []
    const [, additional] = name.split('additional.')
    return additional ? `“${additional}”` : (values[name] ?? [])
  })
}
