import { signInCommand } from './access/sign-in-command.ts'
import { tokenCreateCommand, tokenListCommand, tokenRevokeCommand } from './access/token-command.ts'
import type { Command } from './base/commands/command.ts'
import { inviteCommand } from './campaigns/invite-command.ts'
import { eraseCommand } from './erasing/command.ts'
import { backupCommand, restoreCommand } from './maintenance/backup-command.ts'
import { maintainCommand } from './maintenance/command.ts'
import { migrateCommand } from './maintenance/migrate-command.ts'
import { moveCommand } from './maintenance/move-command.ts'
import { queryCommand } from './maintenance/query-command.ts'
import { callbacksListCommand, callbacksRetryCommand } from './messages/callbacks-command.ts'
import { secretCommand } from './messages/secret-command.ts'
import { edgeCommand } from './pages/edge-command.ts'
import { tagCommand } from './pages/tag-command.ts'
import { importPeopleCommand } from './prospects/people/command.ts'
import { checkCommand } from './templates/check-command.ts'

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
