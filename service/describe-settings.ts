import { inColumns } from './base/commands/command.ts'
import { type Environment, settings } from './config.ts'

/** The settings as `--help` shows them. */
export function settingsHelp(): string {
  const rows = Object.entries(settings).map(([name, it]) => [name, defaultOf(it), plain(it.meaning)])
  const lines = inColumns(rows).map((line) => `  ${line}`)
  return `Settings, each with its default, from the environment or the file .env:\n\n${lines.join('\n')}\n\ndocs/operations.md says more of some.\n`
}

/** The default of a setting, as people would type it. */
export function defaultOf({ otherwise, shown }: { otherwise?: unknown; shown?: string }): string {
  return shown ?? String(otherwise ?? 'none')
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

/** Markdown as plain text. */
function plain(markdown: string): string {
  return markdown.replace(/\[([^[\]]+)\]\([^()]+\)/g, '$1').replaceAll('`', '')
}
