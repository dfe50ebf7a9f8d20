import { inColumns } from './base/commands/columns.ts'
import { settings } from './config.ts'

interface Shown {
  name: string
  otherwise: string
  meaning: string
  more?: string
}

const shown: Shown[] = Object.entries(settings).map(([name, { otherwise, meaning, ...it }]) => ({
  name,
  otherwise: 'shown' in it && it.shown !== undefined ? it.shown : String(otherwise ?? 'none'),
  meaning,
  ...('more' in it && it.more !== undefined && { more: it.more }),
}))

/** The settings as `--help` shows them. */
export function settingsHelp(): string {
  const rows = shown.map(({ name, otherwise, meaning }) => [name, otherwise, plain(meaning)])
  const lines = inColumns(rows).map((line) => `  ${line}`)
  return `Settings, each with its default, from the environment or the file .env:\n\n${lines.join('\n')}\n\ndocs/settings.md says more of some.\n`
}

/** The settings as \`docs/settings.md\` has them: a table, and below it what is to be said besides. */
export function settingsDocument(): string {
  const rows = shown.map(
    ({ name, otherwise, meaning }) => `| \`${name}\` | ${asCode(otherwise)} | ${meaning} |`,
  )
  const remarks = shown.flatMap(({ name, more }) =>
    more === undefined ? [] : [`- **\`${name}\`**: ${more}`],
  )
  return `| name | default | meaning |\n|---|---|---|\n${rows.join('\n')}\n\n${remarks.join('\n')}\n`
}

/** What is typed as it stands is code; words are not. */
function asCode(otherwise: string): string {
  return otherwise === 'none' || otherwise.includes(' ') ? otherwise : `\`${otherwise}\``
}

/** Markdown as plain text. */
function plain(markdown: string): string {
  return markdown.replace(/\[([^[\]]+)\]\([^()]+\)/g, '$1').replaceAll('`', '')
}
