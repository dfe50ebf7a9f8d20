import { inColumns } from './base/commands/columns.ts'
import { type Environment, settings } from './config.ts'

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
  return `Settings, each with its default, from the environment or the file .env:\n\n${lines.join('\n')}\n\ndocs/operations.md says more of some.\n`
}

/** The settings as \`docs/operations.md\` has them: a table, and below it what is to be said besides. */
export function settingsDocument(): string {
  const rows = shown.map(
    ({ name, otherwise, meaning }) => `| \`${name}\` | ${asCode(otherwise)} | ${meaning} |`,
  )
  const remarks = shown.flatMap(({ name, more }) =>
    more === undefined ? [] : [`- **\`${name}\`**: ${more}`],
  )
  return `| name | default | meaning |\n|---|---|---|\n${rows.join('\n')}\n\n${remarks.join('\n')}\n`
}

/** What is set, as the log may show it: no password, token, secret or key. */
export function settingsForLog(env: Environment): Record<string, string> {
  const set = Object.entries(settings).flatMap(([name, it]) => {
    const text = env[name]?.trim()
    if (!text) return []
    return [[name, 'isSecret' in it ? 'set' : withoutSecrets(text)]]
  })
  return Object.fromEntries(set)
}

/** Of a URL its scheme, host and path: its other parts may be secret. */
function withoutSecrets(text: string): string {
  const url = /^\w+:\/\//.test(text) ? URL.parse(text) : null
  return url ? `${url.protocol}//${url.host}${url.pathname}` : text
}

/** What is typed as it stands is code; words are not. */
function asCode(otherwise: string): string {
  return otherwise === 'none' || otherwise.includes(' ') ? otherwise : `\`${otherwise}\``
}

/** Markdown as plain text. */
function plain(markdown: string): string {
  return markdown.replace(/\[([^[\]]+)\]\([^()]+\)/g, '$1').replaceAll('`', '')
}
