import { expect, test } from 'vitest'
import { editTemplate } from '../../../service/templates/edit-template.ts'
import { parseTemplate } from '../../../service/templates/parse-template.ts'
import type { TemplateEdit } from '../../../wire/editor.ts'

const launch = `# The launch page. Ask Ada before you change the headline.
page: https://www.example.com/launch      # where links point
languages: [en, de]

content:
  # the headline
  - selector: "#hero h1"
    type: text # plain
    payload: { en: "Hello", de: 'Hallo' }

  - { selector: .lead, type: html, payload: "<p>For <b>{{ prospect.company }}</b>, whose line is longer than eighty characters</p>" }
analytics:
  - { id: hero, selector: "#hero", type: view, goal: true } # seen
  - { id: cta, selector: .cta, type: click }
`

/** The lines that a change adds and removes. */
function changed(edit: TemplateEdit, source = launch): string[] {
  const edited = editTemplate(source, [edit])
  expect(parseTemplate('launch', edited).problems).toEqual([])
  const [before, after] = [source.split('\n'), edited.split('\n')]
  return [
    ...before.filter((line) => !after.includes(line)).map((line) => `- ${line.trim()}`),
    ...after.filter((line) => !before.includes(line)).map((line) => `+ ${line.trim()}`),
  ]
}

test('what is put into an empty list stands line by line', () => {
  const add: TemplateEdit = { edit: 'addItem', list: 'content', fields: { selector: 'h1', type: 'text' } }
  expect(editTemplate('languages: [en]\ncontent: []\nanalytics: []\n', [add, add])).toBe(
    'languages: [en]\ncontent:\n  - selector: h1\n    type: text\n  - selector: h1\n    type: text\nanalytics: []\n',
  )
})

test('one of three equal lines goes, and every other line keeps its own form', () => {
  const item = '  - {   selector: h1,   type: text }\n'
  const source = `page:   https://www.example.com/launch\nlanguages: [ en ]\ncontent:\n${item.repeat(3)}analytics:   []\n`
  expect(editTemplate(source, [{ edit: 'removeItem', list: 'content', index: 1 }])).toBe(
    source.replace(item, ''),
  )
})

test('a template that nobody changes stays as it is', () => {
  expect(editTemplate(launch, [])).toBe(launch)
  expect(editTemplate(launch.replaceAll('\n', '\r\n'), [])).toBe(launch.replaceAll('\n', '\r\n'))
})

test.each<[TemplateEdit, string[]]>([
  [
    { edit: 'setItem', list: 'content', index: 0, fields: { selector: 'h1' } },
    ['- - selector: "#hero h1"', '+ - selector: "h1"'],
  ],
  [
    { edit: 'setItem', list: 'content', index: 0, fields: { payload: { de: '{{ prospect.name }}: "ja"' } } },
    [
      `- payload: { en: "Hello", de: 'Hallo' }`,
      `+ payload: { en: "Hello", de: '{{ prospect.name }}: "ja"' }`,
    ],
  ],
  [
    { edit: 'setItem', list: 'content', index: 0, fields: { payload: 'One for all', type: 'html' } },
    [
      '- type: text # plain',
      `- payload: { en: "Hello", de: 'Hallo' }`,
      '+ type: html # plain',
      '+ payload: One for all',
    ],
  ],
  [
    {
      edit: 'addItem',
      list: 'content',
      fields: { selector: 'a', type: 'href', payload: '#', write: undefined },
    },
    ['+ - selector: a', '+ type: href', '+ payload: "#"'],
  ],
  [{ edit: 'removeItem', list: 'analytics', index: 1 }, ['- - { id: cta, selector: .cta, type: click }']],
  [
    { edit: 'setGoal', index: 1 },
    [
      '- - { id: hero, selector: "#hero", type: view, goal: true } # seen',
      '- - { id: cta, selector: .cta, type: click }',
      '+ - { id: hero, selector: "#hero", type: view } # seen',
      '+ - { id: cta, selector: .cta, type: click, goal: true }',
    ],
  ],
  [
    { edit: 'set', fields: { page: 'https://www.example.com/spring' } },
    [
      '- page: https://www.example.com/launch      # where links point',
      '+ page: https://www.example.com/spring # where links point',
    ],
  ],
])('%j changes its own lines and no other', (edit, lines) => {
  expect(changed(edit)).toEqual(lines)
})

test('an empty template gets what it lacks, and what stands for another item becomes one of its own', () => {
  const made = editTemplate('', [
    { edit: 'set', fields: { languages: ['en'] } },
    { edit: 'addItem', list: 'content', fields: { selector: 'h1', type: 'text', payload: 'x' } },
  ])
  expect(parseTemplate('made', made).template?.content).toHaveLength(1)
  const twice = 'languages: [ en ]\ncontent:\n  - &a { selector: h1, type: text, payload: x }\n  - *a\n'
  expect(
    editTemplate(twice, [{ edit: 'setItem', list: 'content', index: 1, fields: { selector: 'h2' } }]),
  ).toContain('- &a { selector: h1, type: text, payload: x }\n  - selector: h2')
})

test('a change of what is not there is refused', () => {
  const fields = { selector: 'x' }
  expect(() => editTemplate(launch, [{ edit: 'setItem', list: 'content', index: 2, fields }])).toThrow(
    'no item 3',
  )
  expect(() => editTemplate(launch, [{ edit: 'setGoal', index: 9 }])).toThrow('no item 10')
  expect(() => editTemplate('content: [', [{ edit: 'setGoal' }])).toThrow()
})
