import { inColumns } from './columns.ts'
import type { CommandBase } from './command.ts'

const typed = 'npm run -s motif --'

/** The text of `--help`: all commands, or those of one group with their arguments. */
export function helpText(commands: readonly CommandBase[], group?: string): string {
  const shown = commands.filter(({ name }) => !group || name.split(' ')[0] === group)
  const rows = shown.map(({ name, usage, summary }) => [group ? `${name} ${usage}` : name, summary] as const)
  return `usage: npm run motif -- COMMAND\n\n${indented(rows)}\n\nCOMMAND --help says more of one.\n`
}

/** The text of `COMMAND --help`: what its options mean, examples, how it ends. */
export function commandHelp({ name, usage, summary, help }: CommandBase): string {
  const { options = {}, examples, notes = [] } = help
  const parts = [
    `usage: ${typed} ${`${name} ${usage}`.trim()}`,
    `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`,
    indented(Object.entries(options)),
    `For example:\n${examples.map((example) => `  ${typed} ${example}`).join('\n')}`,
    notes.join('\n'),
  ]
  return `${parts.filter(Boolean).join('\n\n')}\n`
}

function indented(rows: readonly (readonly string[])[]): string {
  return inColumns(rows)
    .map((line) => `  ${line}`)
    .join('\n')
}
