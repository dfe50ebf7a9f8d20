import { readFile } from 'node:fs/promises'
import { type Command, readArguments } from '../base/commands/command.ts'
import { projectFolder } from '../base/project-folder.ts'
import { UserError } from '../base/words/errors.ts'
import { escapeHtml } from '../base/words/html.ts'
import { configuredUrl } from '../config.ts'

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

/**
 * The tag, which is the same for every page and template: the loader inline, minified.
 *
 * @param host `PUBLIC_URL`, without a slash at the end
 */
export async function tagFor(host: string): Promise<string> {
  const loader = await readFile(new URL('dist/loader.js', projectFolder), 'utf8').catch(() => {
    throw new UserError('loader.js is not built: npm run build')
  })
  return inlineTag(host, loader)
}

/** The tag with this loader in it. */
export function inlineTag(host: string, loader: string): string {
  return `<script data-host="${escapeHtml(host)}">${script(loader)}</script>`
}

/** A script's text is ended only by its end tag, and `<!--` begins a comment in it. */
function script(text: string): string {
  return text.trim().replace(/<(?=!--|\/?script)/gi, '\\x3c')
}
