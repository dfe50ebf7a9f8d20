import { callbackSecret } from '../callbacks/secret.ts'
import { type Command, readArguments } from './command.ts'

export const secretCommand: Command = {
  name: 'secret',
  usage: '',
  summary: 'prints the secret with which callbacks are signed',
  needsDatabase: true,
  prepare(args) {
    readArguments(args, {})
    return async ({ service, out }) => {
      out(`${await callbackSecret(service)}\n`)
      return 0
    }
  },
}
