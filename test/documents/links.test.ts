import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { readDocuments, withoutCode } from './documents.ts'

const documents = await readDocuments()

/** Links to other files and headings: not those with a scheme. */
function relativeLinks(text: string): string[] {
  const links = [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)
  return links.filter((link) => !/^[a-z]+:/.test(link))
}

/** The name by which GitHub links to a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
}

function anchorsIn(text: string): string[] {
  return [...withoutCode(text).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading))
}

test.each(documents)('every link of $path leads somewhere', async ({ path, text }) => {
  for (const link of relativeLinks(text)) {
    const [file, anchor] = link.split('#')
    const target = file ? join(dirname(path), file) : path
    expect(existsSync(target), `${link} in ${path}`).toBe(true)
    if (anchor) expect(anchorsIn(await readFile(target, 'utf8')), `${link} in ${path}`).toContain(anchor)
  }
})

test('the index leads to every page beside it', async () => {
  const index = documents.find(({ path }) => path === 'docs/README.md')?.text ?? ''
  const pages = documents.map(({ path }) => path).filter((path) => /^docs\/(?!README)/.test(path))
  expect(pages.length).toBeGreaterThan(0)
  expect(relativeLinks(index)).toEqual(
    expect.arrayContaining(pages.map((path) => path.slice('docs/'.length))),
  )
})
