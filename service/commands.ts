import {
  signInCommand,
  tokenCreateCommand,
  tokenListCommand,
  tokenRevokeCommand,
} from './access/token-command.ts'
import { mcpCommand } from './assistants/mcp-command.ts'
import type { Command } from './base/commands/command.ts'
import { inviteCommand } from './campaigns/invite-command.ts'
import { eraseCommand } from './erasing/erasing.ts'
import { archiveCommand } from './events/archive.ts'
import { backupCommand, moveCommand, restoreCommand } from './maintenance/backup.ts'
import { maintainCommand, migrateCommand, queryCommand } from './maintenance/commands.ts'
import { callbacksListCommand, callbacksRetryCommand } from './messages/callbacks-command.ts'
import { secretCommand } from './messages/secret.ts'
import { edgeCommand } from './pages/edge-command.ts'
import { importPeopleCommand } from './prospects/import-people.ts'
import type { Rooms } from './rooms.ts'
import { checkCommand } from './templates/check-command.ts'
import { tagCommand } from './templates/template-tag.ts'

/** The rooms for a command that needs the database; their `store` is for long statements. */
export interface CommandRooms extends Rooms {
  /** Whether jobs are worked on, so that records are made while a command waits. */
  isWorking: boolean
}

/** Every command of `npm run motif`, in the order in which help shows them. */
export const commands: readonly Command<CommandRooms>[] = [
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
  mcpCommand,
  secretCommand,
  callbacksListCommand,
  callbacksRetryCommand,
  queryCommand,
  migrateCommand,
  maintainCommand,
  archiveCommand,
  backupCommand,
  restoreCommand,
  moveCommand,
]
