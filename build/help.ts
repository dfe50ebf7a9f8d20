import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { HelpSection } from '../console/help/help-search.ts'

/** The documents that the console's help searches: those for people who use it. */
const forPeople = ['console', 'campaigns', 'templates', 'editor', 'tag', 'lift']
/** Those for who runs Motif or programs against it, which are found after the others. */
const forPrograms = ['data', 'edge', 'api', 'operations']

/** Writes the documents, section by section, into `help.json`. */
export async function buildHelp(root: string, folder: string): Promise<void> {
  await writeFile(join(folder, 'help.json'), JSON.stringify(await readHelp(root)))
}

/** All sections, in the order of the documents. */
export async function readHelp(root: string): Promise<HelpSection[]> {
  const read = async (name: string) => sectionsOf(await readFile(join(root, 'docs', `${name}.md`), 'utf8'))
  const people = await Promise.all(forPeople.map(read))
  const programs = await Promise.all(forPrograms.map(read))
  return [...people.flat(), ...programs.flat().map((section) => ({ ...section, isForPrograms: true }))]
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
