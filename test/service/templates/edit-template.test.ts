import { expect, test } from 'vitest'
import { editTemplate } from '../../../service/templates/edit-template.ts'
import { parseTemplate } from '../../../service/templates/parse-template.ts'
import type { EditedFields, TemplateEdit } from '../../../wire/editor.ts'

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
function changed(edit: TemplateEdit): string[] {
  const edited = editTemplate(launch, [edit])
  expect(parseTemplate('launch', edited).problems).toEqual([])
  const [before, after] = [launch.split('\n'), edited.split('\n')]
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
  ).toContain('- &a { selector: h1, type: text, payload: x }\n  - { selector: h2, type: text, payload: x }')
})

const setFirst = (fields: EditedFields): TemplateEdit => ({
  edit: 'setItem',
  list: 'content',
  index: 0,
  fields,
})
const removeFirst: TemplateEdit = { edit: 'removeItem', list: 'content', index: 0 }
const shops = { when: { industry: 'Retail' }, payload: 'Sell' }
const banks = { when: { industry: 'Banking' }, payload: 'Sell' }
/** One item, whose second case and whose own text repeat the text of its first case. */
const twoCases = `  - selector: .a
    type: text
    for:
      - { when: { industry: Retail }, payload: &sell Sell } # shops
      - { when: { industry: Banking }, payload: *sell } # banks
    payload: *sell
`

test.each<[what: string, edits: TemplateEdit[], before: string, after: string]>([
  [
    'a text',
    [setFirst({ payload: 'Call Ada' })],
    `  - { selector: "#top  .cta", type: text, payload: &cta "Book  a demo" } # above
  - {   selector: h2, type: text, payload: x }
  - { selector: "#foot .cta", type: text, payload: *cta } # below
  - { selector: .menu, type: text, payload: *cta }
`,
    `  - { selector: "#top  .cta", type: text, payload: "Call Ada" } # above
  - {   selector: h2, type: text, payload: x }
  - { selector: "#foot .cta", type: text, payload: &cta "Book  a demo" } # below
  - { selector: .menu, type: text, payload: *cta }
`,
  ],
  [
    'a number, which stays as it is written',
    [removeFirst],
    `  - { selector: .a, type: text, payload: &price 1.50 }
  - selector: .b
    type: text
    # the same
    payload: *price # price
`,
    `  - selector: .b
    type: text
    # the same
    payload: &price 1.50 # price
`,
  ],
  [
    'one language of several',
    [setFirst({ payload: { en: 'Hi' } })],
    `  - { selector: .a, type: text, payload: &hi { en: 'Hello', de: &de 'Hallo' } }
  - { selector: .b, type: text, payload: *hi }
  - { selector: .c, type: text, payload: { en: Hey, de: *de } }
`,
    `  - { selector: .a, type: text, payload: { en: 'Hi', de: &de 'Hallo' } }
  - { selector: .b, type: text, payload: &hi { en: 'Hello', de: 'Hallo' } }
  - { selector: .c, type: text, payload: { en: Hey, de: *de } }
`,
  ],
  [
    'a text in what is repeated as a whole',
    [setFirst({ payload: 'Hi' })],
    `  - &item { selector: .a, type: text, payload: &text 'Hello' }
  - *item
  - { selector: .b, type: text, payload: *text }
`,
    `  - { selector: .a, type: text, payload: 'Hi' }
  - &item { selector: .a, type: text, payload: 'Hello' }
  - { selector: .b, type: text, payload: &text 'Hello' }
`,
  ],
  [
    'an item with anchors in anchors',
    [removeFirst],
    `  - &item { selector: &a .a, type: text, payload: &both { en: &hi Hi, de: *hi } }
  - { selector: .b, type: text, payload: *both }
  - *item
  - { selector: *a, type: text, payload: *hi }
  - { selector: .c, type: text, payload: *both }
`,
    `  - { selector: .b, type: text, payload: &both { en: Hi, de: Hi } }
  - &item { selector: .a, type: text, payload: { en: Hi, de: Hi } }
  - { selector: &a .a, type: text, payload: &hi Hi }
  - { selector: .c, type: text, payload: *both }
`,
  ],
  [
    'an anchor whose name is given again',
    [removeFirst],
    `  - { selector: .a, type: text, payload: &both { en: &hi Hi, de: *hi } }
  - { selector: .b, type: text, payload: &hi Hey }
  - { selector: .c, type: text, payload: *both }
  - { selector: .d, type: text, payload: *hi }
`,
    `  - { selector: .b, type: text, payload: &hi Hey }
  - { selector: .c, type: text, payload: &both { en: Hi, de: Hi } }
  - { selector: .d, type: text, payload: *hi }
`,
  ],
  [
    'what only repeats another place, and keeps its remark',
    [{ ...setFirst({ payload: 'Call Ada' }), index: 1 } as TemplateEdit],
    `  - { selector: .a, type: text, payload: &cta "Book" }
  - selector: .b
    type: text
    payload: *cta # below
`,
    `  - { selector: .a, type: text, payload: &cta "Book" }
  - selector: .b
    type: text
    payload: "Call Ada" # below
`,
  ],
  [
    'a case that goes',
    [setFirst({ for: [banks] })],
    twoCases,
    `  - selector: .a
    type: text
    for:
      - { when: { industry: Banking }, payload: &sell Sell } # banks
    payload: *sell
`,
  ],
  [
    'cases in another order',
    [setFirst({ for: [banks, shops] })],
    twoCases,
    `  - selector: .a
    type: text
    for:
      - { when: { industry: Banking }, payload: Sell } # banks
      - { when: { industry: Retail }, payload: Sell } # shops
    payload: &sell Sell
`,
  ],
  [
    'a case that changes beside those that stay',
    [setFirst({ for: [shops, { ...banks, payload: 'Lend' }] })],
    `  - selector: .a
    type: text
    for:
      - { when: { industry: Retail }, payload: &sell Sell }
      - { when: { industry: Banking }, payload: *sell }
    payload: *sell
`,
    `  - selector: .a
    type: text
    for:
      - { when: { industry: Retail }, payload: &sell Sell }
      - { when: { industry: Banking }, payload: Lend }
    payload: *sell
`,
  ],
])('a change leaves what is repeated elsewhere as it is: %s', (_, edits, before, after) => {
  const head = 'languages: [en,   de]\ncontent:\n'
  expect(editTemplate(head + before, edits)).toBe(head + after)
})

test('what is added to a list is not added to another that repeats it', () => {
  const fields = { selector: 'h1', type: 'text', payload: 'x' }
  const edited = editTemplate('languages: [en]\ncontent: &none []\nanalytics: *none\n', [
    { edit: 'addItem', list: 'content', fields },
  ])
  const { template } = parseTemplate('made', edited)
  expect(template?.content).toHaveLength(1)
  expect(template?.analytics).toEqual([])
})

test('aliases of aliases, which stand for a hundred million texts, are refused', () => {
  const more = Array.from({ length: 7 }, (_, n) => `x${n + 1}: &x${n + 1} [${Array(10).fill(`*x${n}`)}]\n`)
  const source = `x0: &x0 [a, a, a, a, a, a, a, a, a, a]\n${more.join('')}content:\n  - { selector: h1, payload: *x7 }\n`
  const edits: TemplateEdit[] = [{ edit: 'setItem', list: 'content', index: 0, fields: { payload: 'x' } }]
  expect(() => editTemplate(source, edits)).toThrow('repeats more than can be copied')
})

test('a change of what is not there is refused', () => {
  const fields = { selector: 'x' }
  expect(() => editTemplate(launch, [{ edit: 'setItem', list: 'content', index: 2, fields }])).toThrow(
    'no item 3',
  )
  expect(() => editTemplate(launch, [{ edit: 'setGoal', index: 9 }])).toThrow('no item 10')
  expect(() => editTemplate('content: [', [{ edit: 'setGoal' }])).toThrow()
})
