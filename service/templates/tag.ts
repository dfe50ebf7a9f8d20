import { readFile } from 'node:fs/promises'
import { projectFolder } from '../base/project-folder.ts'
import { UserError } from '../base/words/errors.ts'
import { plainTag, templateTag } from './template-tag.ts'

const loaderFile = new URL('dist/loader.js', projectFolder)

/**
 * The tag to paste. For a template, the one that hides its targets until they are applied; otherwise the simplest.
 *
 * @param host `PUBLIC_URL`, without a slash at the end
 * @param hide what to hide: see `hideOf`
 */
export async function tagFor(host: string, hide?: string): Promise<string> {
  if (hide === undefined) return plainTag(host)
  const loader = await readFile(loaderFile, 'utf8').catch(() => {
    throw new UserError('loader.js is not built: npm run build')
  })
  return templateTag({ loader, host, hide })
}
