import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'

/** A document of the project: its path and its text. */
export interface Document {
  path: string
  text: string
}

/** Every Markdown file of the project that people read. */
export async function readDocuments(): Promise<Document[]> {
  const paths = ['*.md', '{docs,snippet,edge,editor}/*.md'].flatMap((pattern) => globSync(pattern)).sort()
  return Promise.all(paths.map(async (path) => ({ path, text: await readFile(path, 'utf8') })))
}

/** A document's text without its blocks of code. */
export function withoutCode(text: string): string {
  return text.replace(/^```[\s\S]*?^```$/gm, '')
}
