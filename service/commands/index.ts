import { backupCommand, restoreCommand } from './backup.ts'
import type { Command } from './command.ts'
import { moveCommand } from './move.ts'
import { tokenCreateCommand, tokenListCommand, tokenRevokeCommand } from './token.ts'

/** Every command of `npm run motif`, in the order in which help shows them. */
export const commands: readonly Command[] = [
  tokenCreateCommand,
  tokenListCommand,
  tokenRevokeCommand,
  backupCommand,
  restoreCommand,
  moveCommand,
]
