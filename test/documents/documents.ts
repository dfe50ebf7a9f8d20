import { globSync, readFileSync } from 'node:fs'

/** The text of a file of the project. */
export const read = (path: string): string => readFileSync(path, 'utf8')

/** Every Markdown file of the project that people read. */
export const documents = ['*.md', '{docs,snippet,edge,editor}/*.md']
  .flatMap((pattern) => globSync(pattern))
  .sort()
  .map((path) => ({ path, text: read(path) }))

const withoutCode = (text: string) => text.replace(/^```[\s\S]*?^```$/gm, '')

/** Links to other files and headings: not those with a scheme. */
export function relativeLinks(text: string): string[] {
  const links = [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)
  return links.filter((link) => !/^[a-z]+:/.test(link))
}

/** The names by which GitHub links to the headings. */
export function anchorsIn(text: string): string[] {
  return [...withoutCode(text).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}
