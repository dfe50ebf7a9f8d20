import { callbackSecret } from '../notices/secret.ts'
import { type Command, readArguments } from './command.ts'

export const secretCommand: Command = {
  name: 'secret',
  usage: '',
  summary: 'prints the secret with which callbacks are signed',
  needsDatabase: true,
  prepare(args) {
    readArguments(args, {})
    return async ({ rooms, config, out }) => {
      out(`${await callbackSecret(rooms.db, config.callbackSecret)}\n`)
      return 0
    }
  },
}
