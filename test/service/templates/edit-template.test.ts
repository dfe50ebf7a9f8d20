import { expect, test } from 'vitest'
import { editTemplate } from '../../../service/templates/edit-template.ts'
import { parseTemplate } from '../../../service/templates/parse-template.ts'
import type { TemplateEdit } from '../../../wire/editor.ts'

const launch = `# The launch page. Ask Ada before you change the headline.
page: https://www.example.com/launch # where links point
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
function changed(edit: TemplateEdit): string[] {
  const edited = editTemplate(launch, [edit])
  expect(parseTemplate('launch', edited).problems).toEqual([])
  const [before, after] = [launch.split('\n'), edited.split('\n')]
  return [
    ...before.filter((line) => !after.includes(line)).map((line) => `- ${line.trim()}`),
    ...after.filter((line) => !before.includes(line)).map((line) => `+ ${line.trim()}`),
  ]
}

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
      '- page: https://www.example.com/launch # where links point',
      '+ page: https://www.example.com/spring # where links point',
    ],
  ],
])('%j changes its own lines and no other', (edit, lines) => {
  expect(changed(edit)).toEqual(lines)
})

test('an empty template gets what it lacks', () => {
  const made = editTemplate('', [
    { edit: 'set', fields: { languages: ['en'] } },
    { edit: 'addItem', list: 'content', fields: { selector: 'h1', type: 'text', payload: 'x' } },
  ])
  expect(parseTemplate('made', made).template?.content).toHaveLength(1)
})

const shops = { when: { industry: 'Retail' }, payload: 'Sell' }
const banks = { when: { industry: 'Banking' }, payload: 'Lend' }
const shopsLine = '      - { when: { industry: Retail }, payload: Sell } # shops'
const banksLine = '      - { when: { industry: Banking }, payload: "Lend" } # banks'

test.each<[what: string, cases: object[], lines: string[]]>([
  ['that goes', [banks], [banksLine]],
  ['that moves', [banks, shops], [banksLine, shopsLine]],
  [
    'that changes beside one that stays',
    [shops, { ...banks, payload: 'Save' }],
    [shopsLine, banksLine.replace('Lend', 'Save')],
  ],
  [
    'that is new',
    [shops, banks, { when: { role: 'CFO' }, payload: 'Count' }],
    [shopsLine, banksLine, '      - when: { role: CFO }', '        payload: Count'],
  ],
])('a case %s leaves the form of the others', (_, cases, lines) => {
  const source = (of: string[]) =>
    `languages: [en]\ncontent:\n  - selector: .a\n    type: text\n    for:\n${of.join('\n')}\n`
  const edit: TemplateEdit = { edit: 'setItem', list: 'content', index: 0, fields: { for: cases } }
  expect(editTemplate(source([shopsLine, banksLine]), [edit])).toBe(source(lines))
})

test('a change of what is not there is refused', () => {
  const fields = { selector: 'x' }
  expect(() => editTemplate(launch, [{ edit: 'setItem', list: 'content', index: 2, fields }])).toThrow(
    'no item 3',
  )
  expect(() => editTemplate(launch, [{ edit: 'setGoal', index: 9 }])).toThrow('no item 10')
  expect(() => editTemplate('content: [', [{ edit: 'setGoal' }])).toThrow()
})
