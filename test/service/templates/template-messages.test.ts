import { expect, test } from 'vitest'
import { parseTemplate } from '../../../service/templates/parse-template.ts'
import { formatProblem } from '../../../service/templates/template.ts'

/** What a marketer is told of `launch.yaml`, one line a problem. */
function told(source: string): string[] {
  const { problems } = parseTemplate('launch', source)
  return problems.map((problem) => formatProblem('launch.yaml', problem))
}

const item = (fields: string) =>
  `languages: [en, de]\ncontent:\n  - { selector: h1, type: text, ${fields} }\n`
const selecting = (selector: string) =>
  `languages: [en]\ncontent:\n  - { selector: '${selector}', type: text, payload: x }\n`

test('every mistake of a file is told at once, each with its line and what was meant', () => {
  const source = `pages: https://www.example.com
languages: [en, de_DE, english]
content:
  - selektor: "#hero h1"
    type: txt
    payload: { en: "{{ prospect.compny }}", fr: "{{ language | upcas }}" }
  - selector: #hero img
    type: src
    payload: {{ prospect.company }}
  - selector: "a:frist-child"
    type: html
    payload: |
      <p>
      {% if language %}
  - type: href
analytics:
  - { id: hero, selector: "a >", type: views }
  - { id: hero, selector: "a[b=", type: view }
`
  expect(told(source)).toEqual([
    'launch.yaml:1:1: "pages" is not a field of the template; did you mean "page"?',
    'launch.yaml:2:17: "de_DE" is not a language tag; did you mean "de-DE"?',
    'launch.yaml:2:24: "english" is not a language tag; write it as BCP 47 does, such as en, de-AT or zh-Hant',
    'launch.yaml:4:5: "selektor" is not a field of content item 1; did you mean "selector"?',
    'launch.yaml:5:5: "txt" is not a type of content item 1; did you mean "text"?',
    'launch.yaml:6:24: payload en: "prospect.compny" is not known; did you mean "prospect.company"?',
    'launch.yaml:6:45: "fr" is not one of the template\'s languages; it can be en',
    'launch.yaml:6:50: payload fr: "upcas" is not a filter; did you mean "upcase"?',
    'launch.yaml:7:5: selector is empty, because what comes after # is a comment; put it in quotes: "#hero img"',
    'launch.yaml:9:5: payload begins with {{ and so must be in quotes: "{{ … }}"',
    'launch.yaml:10:5: ":frist-child" is not in CSS; did you mean ":first-child"?',
    'launch.yaml:14:7: payload: Liquid cannot read it: tag {% if language %} not closed; write {% endif %} where it ends',
    'launch.yaml:15:5: content item 4 has no payload',
    'launch.yaml:15:5: content item 4 has no selector',
    'launch.yaml:17:17: ">" has nothing on one side',
    'launch.yaml:17:34: "views" is not a type of analytics item 1; did you mean "view"?',
    'launch.yaml:18:7: the id "hero" is there twice; each item needs its own',
    'launch.yaml:18:17: "a[b=" is not a CSS selector: Attribute selector didn\'t terminate; write one such as "#hero h1"',
  ])
})

test.each([
  ['', 'launch.yaml:1:1: the template must have fields: page, languages, content, analytics'],
  ['languages: [en]', 'the template has neither content nor analytics'],
  ['content: []', 'languages is missing'],
  ['languages: []\ncontent: []', 'languages is empty'],
  ['languages: en\ncontent: []', 'languages must be a list'],
  ['languages: [en]\ncontent:', 'content must be a list, and it is empty'],
  ['languages: [en]\ncontent: []\npage: /launch', 'page must be an address'],
  ['languages: [en]\ncontent: []\npage: javascript:alert(1)', 'page must be an address'],
])('%j is told what it lacks', (source, message) => {
  expect(told(source).join('\n')).toContain(message)
})

test.each([
  ['page: {{ x }}, y', 'page begins with {{ and so must be in quotes'],
  ['page: Launch: the page', 'a text with ": " in it must be in quotes'],
  ['page: "https://x', 'a quotation mark or a bracket is opened and not closed'],
  ['a:\n\t- b', 'lines must be indented with spaces, not tabs'],
  ['page: a\npage: b', 'launch.yaml:2:1: this field is there twice'],
  ['page: @x', 'a text that begins with @ or ` must be in quotes'],
  ['page: a\n---\npage: b', 'there must be one template in a file'],
  ['page: "a | default: "b" c"', 'launch.yaml:1:22: the text ends at the quotation mark before this'],
  ["page: 'Don't wait'", 'put a text with \' in it in "…"'],
])('%j, which is not YAML, is told what to write', (source, message) => {
  expect(told(source).join('\n')).toContain(message)
})

test.each([
  ['payload: { en: x }', 'payload has no text for de'],
  ['payload: { en: x, de: y, fr: z }', '"fr" is not one of the template\'s languages'],
  ["payload: '{{ prospct.company }}'", '"prospct" is not known here; did you mean "prospect"?'],
  ["payload: '{{ prospect.budget }}'", 'what you know of your own is prospect.additional.budget'],
  ["payload: '{{ content.id }}'", '"content.id" is not known; it can be pattern'],
  [
    "payload: '{{ prospect.company'",
    'Liquid cannot read it: output "{{ prospect.company" not closed; end it with }}',
  ],
  ["payload: '{% unles language %}x{% endunless %}'", '"unles" is not a tag; did you mean "unless"?'],
  ['payload: \'{% include "/etc/passwd" %}\'', '{% include %} reads other files, which templates cannot'],
  [
    "payload: { en: x, de: '{{ language | slugfy }}' }",
    'payload de: "slugfy" is not a filter; did you mean "slugify"?',
  ],
  ['payload: [x]', 'payload must be a text'],
])('an item with %s is told what is wrong', (fields, message) => {
  expect(told(item(fields)).join('\n')).toContain(message)
})

test.each([
  ['h1,', 'Empty sub-selector'],
  ['> h1', '">" has nothing on one side'],
  ['a::before', '"::before" is not an element of the page'],
  ['a:contains(x)', '":contains" is not in CSS'],
  ['a[b!="c"]', "is jQuery's"],
  ['li:nth-child(x)', ':nth-child(x)" needs a number'],
  ['svg|a', 'is a namespace'],
  ['a < b', 'is not in CSS as browsers know it'],
  [' ', 'the selector is empty'],
  ['p:lang({)', 'leaves a bracket, a quote or a comment open'],
])('the selector %j is refused', (selector, message) => {
  expect(told(selecting(selector)).join('\n')).toContain(message)
})

test.each([
  ['hero-title'],
  ['2024-offer'],
  ['#hero > .lead:not(.x, [data-y="z"])'],
  ['li:nth-child(2n + 1 of .x)'],
  ['main :is(h1, h2):first-of-type'],
  ['section:has(> img)'],
])('the selector %j is sound', (selector) => {
  expect(told(selecting(selector))).toEqual([])
})

test('a sound template is read as it is written', () => {
  const { template } = parseTemplate(
    'launch',
    `page: https://www.example.com/launch
languages: [EN-us, de]
content:
  - { selector: hero, type: text, payload: { en-US: 2026, de: 1.0 } }
  - { selector: "img", type: src, payload: /logo.svg, write: "Choose" }
analytics:
  - { selector: a, type: view }
  - { id: 7, selector: a, type: click }
  - { selector: a, type: click }
`,
  )
  expect(template).toMatchObject({ name: 'launch', page: 'https://www.example.com/launch' })
  expect(template?.languages).toEqual(['en-US', 'de'])
  expect([...(template?.content[0]?.payload ?? [])].map(([key, text]) => [key, text.source])).toEqual([
    ['en-US', '2026'],
    ['de', '1.0'],
  ])
  expect(template?.analytics.map(({ id }) => id)).toEqual(['view-1', '7', 'click-3'])
})

test.each([
  ['[{ selector: &s h1, type: text, payload: x }]', 'launch.yaml:2:26: &s would repeat another part'],
  [
    '[{ selector: h1, type: text, payload: *x }]',
    '*x would repeat another part of the template; write that again',
  ],
])('nothing in a template repeats another part: %s', (items, message) => {
  expect(told(`languages: [en]\ncontent: ${items}`).join('\n')).toContain(message)
})

test('a template has 64 KiB', () => {
  expect(told(`# ${'x'.repeat(65_536)}`)).toEqual([expect.stringContaining('is larger than 64 KiB')])
})

test('no text is too deep or too wrong to be told of, up to a hundred mistakes', () => {
  expect(told('['.repeat(20_000))).toHaveLength(1)
  expect(told(`languages: [en]\ncontent:\n${'- { selektor: x }\n'.repeat(1900)}`)).toHaveLength(100)
})

test.each([
  ['meta[property="og:image"]', true],
  ['head > title', true],
  ['h1, META', true],
  ['.title, #meta, meta-data', false],
  ['[title="the title"]', false],
])(
  'what is for the link’s preview is said to need the edge, and the template is sound: %s %s',
  (selector, is) => {
    const note =
      'launch.yaml:3:5: warning: this is for the preview of the link in chats and mails, which only the edge makes personal'
    expect(parseTemplate('launch', selecting(selector)).template).toBeDefined()
    expect(told(selecting(selector))).toEqual(is ? [note] : [])
  },
)
