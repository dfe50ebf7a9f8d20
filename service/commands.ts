import type { Logger } from 'pino'
import {
  signInCommand,
  tokenCreateCommand,
  tokenListCommand,
  tokenRevokeCommand,
} from './access/token-command.ts'
import type { Command } from './base/commands/command.ts'
import type { Database, OpenDatabase } from './base/database/database.ts'
import type { Jobs } from './base/jobs/jobs.ts'
import type { OlderDatabase } from './base/store.ts'
import type { Campaigns } from './campaigns/campaigns.ts'
import { inviteCommand } from './campaigns/invite-command.ts'
import type { Config } from './config.ts'
import { eraseCommand } from './erasing/command.ts'
import type { Erasing } from './erasing/erasing.ts'
import { archiveCommand } from './events/archive.ts'
import { backupCommand, restoreCommand } from './maintenance/backup.ts'
import { maintainCommand, migrateCommand, queryCommand } from './maintenance/commands.ts'
import type { Maintenance } from './maintenance/maintenance.ts'
import { moveCommand } from './maintenance/move.ts'
import { callbacksListCommand, callbacksRetryCommand } from './messages/callbacks-command.ts'
import { secretCommand } from './messages/secret.ts'
import { edgeCommand } from './pages/edge-command.ts'
import { importPeopleCommand } from './prospects/import-people.ts'
import { checkCommand } from './templates/check-command.ts'
import { tagCommand } from './templates/tag-command.ts'
import type { Templates } from './templates/templates.ts'

/** The rooms for a command that needs the database. */
export interface CommandRooms {
  db: Database
  /** For what differs between the databases. */
  store: Pick<OpenDatabase, 'db' | 'pool' | 'kind'>
  jobs: Pick<Jobs, 'wake'>
  erasing: Erasing
  campaigns: Campaigns
  templates: Pick<Templates, 'get'>
  /** Whether jobs are worked on, so that records are made while a command waits. */
  isWorking: boolean
  /** The address that links use. Throws a UserError where it is not known. */
  publicUrl(): string
  maintenance: Pick<Maintenance, 'run' | 'exclusively'>
}

/** Opens the rooms on the database that the configuration names. */
export type OpenRooms = (
  config: Config,
  log: Logger,
  older?: OlderDatabase,
) => Promise<CommandRooms & { close(): Promise<void> }>

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
