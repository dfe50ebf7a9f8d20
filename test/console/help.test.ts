import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sectionsOf } from '../../build/help.ts'
import { blocksOf, inlinePieces, searchHelp } from '../../console/help/help-search.ts'

const documents = ['campaigns', 'alerts', 'tag', 'templates', 'console']
const sections = documents.flatMap((name) => sectionsOf(readFileSync(`docs/${name}.md`, 'utf8')))

test.each([
  ['merge field HubSpot', 'The link in a mail'],
  ['utm', 'utm values'],
  ['teams workflows', 'Where to'],
])('who searches for “%s” finds the section “%s” first', (search, heading) => {
  expect(searchHelp(sections, search)[0]?.heading).toBe(heading)
})

test('every word has to be there, and nothing is found by nothing', () => {
  expect(searchHelp(sections, 'utm zebra')).toEqual([])
  expect(searchHelp(sections, '  ')).toEqual([])
})

test('a section is its heading and the text below; what stands in code is no heading', () => {
  const text =
    '# Title\n\nFirst.\n\n## One `thing`\n\n```sh\n# no heading\n```\n\n![a picture](x.webp)\n\n## Empty\n'
  expect(sectionsOf(text)).toEqual([
    { title: 'Title', heading: '', text: 'First.' },
    { title: 'Title', heading: 'One thing', text: '```sh\n# no heading\n```' },
  ])
})

test('paragraphs, lists, tables and code are told apart, without the marks of Markdown', () => {
  const text = 'A\nline.\n\n- one\n  more\n- two\n\n| a | b |\n|---|---|\n| c | `d\\|e` |\n\n```sh\nls\n```'
  expect(blocksOf(text)).toEqual([
    { kind: 'paragraph', text: 'A line.' },
    { kind: 'list', items: ['one more', 'two'] },
    { kind: 'table', items: ['c – `d|e`'] },
    { kind: 'code', text: 'ls' },
  ])
  expect(inlinePieces('See **the** [tag](tag.md) `<script>`.')).toEqual([
    { text: 'See the tag ', isCode: false },
    { text: '<script>', isCode: true },
    { text: '.', isCode: false },
  ])
})
