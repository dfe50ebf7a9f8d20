import { editName } from '../../wire/editor.ts'

/**
 * The address of a page with a ticket in its fragment, which no server sees. The page's own fragment stays before it.
 *
 * @example
 * linkToEditor('https://www.example.com/launch#pricing', 'T') // 'https://www.example.com/launch#pricing&motif-edit=T'
 */
export function linkToEditor(page: string, ticket: string): string {
  const url = new URL(page)
  const own = url.hash.length > 1 ? `${url.hash}&` : '#'
  url.hash = `${own}${editName}=${ticket}`
  return url.href
}
