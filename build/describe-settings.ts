import { settings } from '../service/config.ts'
import { defaultOf } from '../service/describe-settings.ts'

/** The settings as `docs/operations.md` has them: a table, and below it what is to be said besides. */
export function settingsDocument(): string {
  const all = Object.entries(settings)
  const rows = all.map(([name, it]) => `| \`${name}\` | ${asCode(defaultOf(it))} | ${it.meaning} |`)
  const remarks = all.flatMap(([name, it]) => ('more' in it ? [`- **\`${name}\`**: ${it.more}`] : []))
  return `| name | default | meaning |\n|---|---|---|\n${rows.join('\n')}\n\n${remarks.join('\n')}\n`
}

/** What is typed as it stands is code; words are not. */
function asCode(otherwise: string): string {
  return otherwise === 'none' || otherwise.includes(' ') ? otherwise : `\`${otherwise}\``
}
