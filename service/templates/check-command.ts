import { basename, resolve } from 'node:path'
import { asWritten } from '../../wire/bare-name.ts'
import { type Command, type CommandContext, readArguments, UsageError } from '../base/commands/command.ts'
import { fetchPage } from '../base/net/fetch-page.ts'
import { UserError } from '../base/words/errors.ts'
import { countOf } from '../base/words/text.ts'
import { findOnPage } from './page-check.ts'
import { parseTemplate } from './parse-template.ts'
import { formatProblem, type Template } from './template.ts'
import { readTemplateText, templateFile } from './template-files.ts'

export const checkCommand: Command = {
  name: 'check',
  usage: 'TEMPLATE [--page URL]',
  summary: 'says whether a template is sound, and how many elements its selectors match on a page',
  help: {
    options: {
      TEMPLATE: 'a name in TEMPLATES_DIR, or the path of a file',
      '--page URL': 'also counts what each selector matches in the HTML of this page',
    },
    examples: ['check launch', 'check templates/launch.yaml --page https://www.example.com/launch'],
    notes: ['Exit code 1 if the template has a problem, or a selector matches nothing on the page.'],
  },
  needsDatabase: false,
  prepare(args) {
    const { TEMPLATE = '', page } = readArguments(args, {
      positions: ['TEMPLATE'],
      options: { page: false },
    })
    return async (context) => {
      const template = checkTemplate(context, TEMPLATE)
      if (!template) return 1
      return page === undefined ? 0 : checkPage(context, template, page)
    }
  },
}

/** Of a template that is given as a name in `TEMPLATES_DIR` or as a path. Throws a UsageError for what is neither. */
function checkTemplate({ config, cwd, out, err }: CommandContext, given: string): Template | undefined {
  const isPath = /[\\/]|\.ya?ml$/.test(given)
  const named = isPath ? given : templateFile(config.templatesDir, given)
  if (named === undefined) throw new UsageError(`${given} is not a name that a template can have`)
  const path = resolve(cwd, named)
  const text = readTemplateText(path)
  if (!text) throw new UserError(`${path}: there is no such file`)
  const file = basename(path)
  const read = parseTemplate(file.replace(/\.ya?ml$/, ''), text.yaml)
  for (const problem of read.problems) err(`${formatProblem(file, problem)}\n`)
  if (read.template) out(`${file} is sound: ${summary(read.template)}\n`)
  return read.template
}

function summary({ content, analytics, languages }: Template): string {
  return `${countOf(content.length, 'content item')}, ${countOf(analytics.length, 'analytics item')}, in ${languages.join(', ')}`
}

async function checkPage(
  { out, err, signal }: CommandContext,
  { content, analytics }: Template,
  url: string,
): Promise<number> {
  const html = await fetchPage(url, { allowPrivateAddresses: true, signal })
  const selectors = new Set([...content, ...analytics].map(({ selector }) => selector))
  const asked = [...selectors].map((selector) => ({ selector, type: 'text' as const }))
  const found = findOnPage({ html, items: asked, host: '' })
  for (const { selector, matches = 'unknown' } of found.items)
    out(`${String(matches).padStart(8)}  ${asWritten(selector)}\n`)
  const missing = found.items.filter(({ matches }) => matches === 0)
  if (missing.length === 0) return 0
  const hint = found.html.isMadeByScripts ? madeByScripts : ''
  err(`${countOf(missing.length, 'selector')} without a match on ${url}${hint}\n`)
  return 1
}

const madeByScripts =
  '; scripts make this page in the browser, and what they add is not counted: open a personal link with &motif-preview behind it'
