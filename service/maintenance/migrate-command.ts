import { type Command, readArguments } from '../base/commands/command.ts'
import { oldestBeside } from '../base/database/migrations/migrations.ts'

export const migrateCommand: Command = {
  name: 'migrate',
  usage: '',
  summary: "brings the database to this version's tables, as a start does, before its replicas start",
  help: {
    examples: ['migrate'],
    notes: ['Make a backup first. Replicas of the version before go on running beside it.'],
  },
  needsDatabase: true,
  older: 'migrate',
  prepare(args) {
    readArguments(args)
    return async ({ err }) => {
      err(`the database has the tables of this version; replicas from ${oldestBeside} on may run on it\n`)
      return 0
    }
  },
}
