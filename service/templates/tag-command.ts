import { type Command, type CommandContext, configuredUrl, readArguments } from '../base/commands/command.ts'
import { UserError } from '../base/words/errors.ts'
import { templatePath } from './check-command.ts'
import { readTemplateFile } from './template-files.ts'
import { hideOf, tagFor } from './template-tag.ts'

export const tagCommand: Command = {
  name: 'tag',
  usage: '[--template NAME]',
  summary: 'prints the tag to paste into a page; for a template, the one that hides its targets first',
  help: {
    options: {
      '--template NAME': 'a file of TEMPLATES_DIR; for a stored template, copy the tag in the console',
    },
    examples: ['tag', 'tag --template launch'],
    notes: ['Paste it into the page’s <head>, as far up as you can. It asks PUBLIC_URL for content.'],
  },
  needsDatabase: false,
  prepare(args) {
    const { template: name } = readArguments(args, { options: { template: false } })
    return async (context) => {
      const template = name === undefined ? undefined : soundTemplate(context, name)
      const hide = template && hideOf(template.content.map(({ selector }) => selector))
      context.out(`${await tagFor(configuredUrl(context.config), hide)}\n`)
      return 0
    }
  },
}

function soundTemplate({ config, cwd }: CommandContext, name: string) {
  const read = readTemplateFile(templatePath(config, cwd, name), name)
  if (!read) throw new UserError(`there is no template ${name} in ${config.templatesDir}`)
  if (!read.template)
    throw new UserError(`the template ${name} is broken; npm run -s motif -- check ${name} says where`)
  return read.template
}
