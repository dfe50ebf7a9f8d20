import { readFile } from 'node:fs/promises'
import { UserError } from '../model/errors.ts'
import { projectFolder } from '../project-folder.ts'
import type { Template } from '../templates/template.ts'
import { plainTag, templateTag } from './template-tag.ts'

const loaderFile = new URL('dist/loader.js', projectFolder)

/**
 * The tag to paste: for a template the one that hides its targets until they are applied, else the simplest.
 *
 * @param host `PUBLIC_URL`, without a slash at the end
 */
export async function tagFor(host: string, template?: Template): Promise<string> {
  if (!template) return plainTag(host)
  const loader = await readFile(loaderFile, 'utf8').catch(() => {
    throw new UserError('loader.js is not built: npm run build')
  })
  return templateTag({ loader, host, selectors: selectorsOf(template) })
}

/** The selectors of a template: those of links alone come last, because nobody sees an address change. */
function selectorsOf({ content }: Template): string[] {
  const isLink = (item: Template['content'][number]) => item.type === 'href'
  return [...content.filter((item) => !isLink(item)), ...content.filter(isLink)].map(
    ({ selector }) => selector,
  )
}
