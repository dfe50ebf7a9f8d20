import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { HelpSection } from '../console/help/help-search.ts'

/** The documents that the console's help searches: those for people who use it, then those for who runs it. */
const documents = [
  'console',
  'campaigns',
  'templates',
  'editor',
  'tag',
  'alerts',
  'lift',
  'enrichment',
  'data',
  'edge',
  'api',
  'operations',
  'settings',
]

/** Writes the documents, section by section, into `help.json`. */
export async function buildHelp(root: string, folder: string): Promise<void> {
  const sections = await Promise.all(
    documents.map(async (name) => sectionsOf(await readFile(join(root, 'docs', `${name}.md`), 'utf8'))),
  )
  await writeFile(join(folder, 'help.json'), JSON.stringify(sections.flat()))
}

/** The sections of a document in Markdown: each heading with the text below it, up to the next. */
export function sectionsOf(markdown: string): HelpSection[] {
  const sections: HelpSection[] = []
  let title = ''
  let isCode = false
  for (const line of markdown.split('\n')) {
    if (line.startsWith('```')) isCode = !isCode
    const [, marks = '', heading = ''] = (!isCode && /^(#{1,3}) (.+)$/.exec(line)) || []
    if (marks === '#') title = heading
    if (marks) sections.push({ title, heading: marks === '#' ? '' : plain(heading), text: '' })
    else if (sections.length > 0) (sections.at(-1) as HelpSection).text += `${line}\n`
  }
  return sections
    .map((section) => ({ ...section, text: section.text.replace(/!\[[^\]]*\]\([^)]*\)\n?/g, '').trim() }))
    .filter(({ text }) => text !== '')
}

function plain(heading: string): string {
  return heading.replace(/[`*]/g, '')
}
