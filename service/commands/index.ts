import { backupCommand, restoreCommand } from './backup.ts'
import { callbacksListCommand, callbacksRetryCommand } from './callbacks.ts'
import { checkCommand } from './check.ts'
import type { Command } from './command.ts'
import { edgeCommand } from './edge.ts'
import { eraseCommand } from './erase.ts'
import { importPeopleCommand } from './import-people.ts'
import { inviteCommand } from './invite.ts'
import { maintainCommand } from './maintain.ts'
import { migrateCommand } from './migrate.ts'
import { moveCommand } from './move.ts'
import { queryCommand } from './query.ts'
import { secretCommand } from './secret.ts'
import { signInCommand } from './sign-in.ts'
import { tagCommand } from './tag.ts'
import { tokenCreateCommand, tokenListCommand, tokenRevokeCommand } from './token.ts'

/** Every command of `npm run motif`, in the order in which help shows them. */
export const commands: readonly Command[] = [
  tokenCreateCommand,
  tokenListCommand,
  tokenRevokeCommand,
  signInCommand,
  tagCommand,
  checkCommand,
  edgeCommand,
  importPeopleCommand,
  inviteCommand,
  eraseCommand,
  secretCommand,
  callbacksListCommand,
  callbacksRetryCommand,
  queryCommand,
  migrateCommand,
  maintainCommand,
  backupCommand,
  restoreCommand,
  moveCommand,
]
