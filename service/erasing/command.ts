import { chooseOrganization } from '../access/tokens.ts'
import { type Command, readArguments } from '../base/commands/command.ts'
import type { Database } from '../base/database/database.ts'
import type { Erasing } from './erasing.ts'

interface Rooms {
  db: Database
  erasing: Erasing
}

export const eraseCommand: Command<Rooms> = {
  name: 'erase',
  usage: 'EMAIL --organization NAME',
  summary: 'erases a person, and prints a receipt for each prospect as JSON',
  help: {
    options: { EMAIL: 'the address, in any case', '--organization NAME': 'whose person it is' },
    examples: ['erase jane.doe@acme.example --organization acme'],
    notes: ['It cannot be undone. The receipt names nobody: keep it.'],
  },
  needsDatabase: true,
  prepare(args) {
    const given = readArguments(args, { positions: ['EMAIL'], options: { organization: true } })
    return async ({ rooms, out }) => {
      const organization = await chooseOrganization(rooms.db, given.organization)
      for (const erasure of await rooms.erasing.eraseEmail(organization, given.EMAIL ?? ''))
        out(`${JSON.stringify(erasure)}\n`)
      return 0
    }
  },
}
