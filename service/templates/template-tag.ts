import { readFile } from 'node:fs/promises'
import { projectFolder } from '../base/project-folder.ts'
import { UserError } from '../base/words/errors.ts'

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
  return `<script data-host="${attribute(host)}">${script(loader)}</script>`
}

function attribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
}

/** A script's text is ended only by its end tag, and `<!--` begins a comment in it. */
function script(text: string): string {
  return text.trim().replace(/<(?=!--|\/?script)/gi, '\\x3c')
}
