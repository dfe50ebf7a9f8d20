import { DomainError, UserError } from '../model/errors.ts'
import { type Command, readArguments } from './command.ts'
import { assertOrganization } from './organization.ts'

export const eraseCommand: Command = {
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
    const { EMAIL = '', organization = '' } = given
    return async ({ rooms, out }) => {
      await assertOrganization(rooms.db, organization.trim())
      try {
        for (const erasure of await rooms.erasing.eraseEmail(organization.trim(), EMAIL))
          out(`${JSON.stringify(erasure)}\n`)
        return 0
      } catch (error) {
        if (error instanceof DomainError) throw new UserError(error.message)
        throw error
      }
    }
  },
}
