import { valuesIn } from '../../../wire/values-in-text.ts'
import type { ListColumn } from '../../api/lists.ts'
import { readTemplate } from '../../api/templates.ts'
import { listOf } from '../../parts/format.ts'
import { useLoaded } from '../../parts/use-loaded.ts'

/** What an address does not tell of a person, and only a list or a source of data may. */
const values: Record<string, string> = {
  role: 'the job title',
  industry: 'the industry',
  linkedin: 'the LinkedIn profile',
}

/** Says, before a campaign is made, which values its template uses that are not in its list. */
export function UnnamedValues({ template, columns }: { template: string; columns: ListColumn[] }) {
  const loaded = useLoaded((signal) => readTemplate(template, undefined, signal), [template])
  if (loaded.state !== 'there' || loaded.isEarlier) return null
  const lacking = unnamed(loaded.value.yaml, columns)
  if (lacking.length === 0) return null
  return (
    <div class="notice odd" role="status">
      <p>
        {template} also uses {listOf(lacking)}, which this list lacks. If nothing else tells, the page shows
        its own words there, or the fallback. <em>Review</em> shows it before the links go out.
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
