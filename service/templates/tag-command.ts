import { type Command, configuredUrl, readArguments } from '../base/commands/command.ts'
import { tagFor } from './template-tag.ts'

export const tagCommand: Command = {
  name: 'tag',
  usage: '[--template NAME]',
  summary: 'prints the tag to paste, one for every page and template',
  help: {
    options: { '--template NAME': 'changes nothing: the tag is the same for every template' },
    examples: ['tag'],
    notes: ['Paste it once into the page’s <head>, as far up as you can. It asks PUBLIC_URL for content.'],
  },
  needsDatabase: false,
  prepare(args) {
    readArguments(args, { options: { template: false } })
    return async ({ config, out }) => {
      out(`${await tagFor(configuredUrl(config))}\n`)
      return 0
    }
  },
}
