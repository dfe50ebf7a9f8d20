import { chooseOrganization } from '../access/organization.ts'
import { type Command, readArguments, UsageError } from '../base/commands/command.ts'
import { renewSecret, secretOf, sharedSecret } from './secret.ts'

export const secretCommand: Command = {
  name: 'secret',
  usage: '[--organization NAME [--new]]',
  summary: 'prints the secret with which callbacks are signed, or makes an organization one of its own',
  help: {
    options: {
      '--organization NAME': 'that of this organization, where it has one of its own',
      '--new': 'makes it a new one; what is signed with the one before is no longer right',
    },
    examples: ['secret', 'secret --organization acme --new'],
  },
  needsDatabase: true,
  prepare(args) {
    const given = readArguments(args, { options: { organization: false }, flags: ['new'] })
    const organization = given.organization?.trim()
    if (given.new && !organization) throw new UsageError('missing: --organization, whose secret is to be new')
    return async ({ rooms: { db }, config: { callbackSecret }, out }) => {
      if (organization) await chooseOrganization(db, organization)
      const secret = !organization
        ? sharedSecret(db, callbackSecret)
        : given.new
          ? renewSecret(db, organization)
          : secretOf(db, organization, callbackSecret)
      out(`${await secret}\n`)
      return 0
    }
  },
}
