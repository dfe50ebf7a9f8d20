import { expect, test } from 'vitest'
import { localText, withLocalText } from '../../editor/state/localised.ts'
import { payloadOf, piecesOf } from '../../editor/text/liquid.ts'

const payloads = [
  'Hello',
  '{{ prospect.company }}',
  "Hi {{prospect.company|default:'you'}}, {{ prospect.additional.größe | default: \"it's\" }}!",
  "{% if prospect.role %}{{ prospect.role | upcase }}{% endif %} {{ prospect.additional['Job title'] }}",
  '{{ {{ }} %} {% {{',
  '{{{ prospect.name }}} {%}%}',
  `{{ "}}" | append: '}}' }}{% if "%}" %} {{ ' }} {{ " }} '`,
  '{{'.repeat(50_000),
  `{{ ' }}{{ " }}`.repeat(10_000),
]

test.each(payloads)('%.60s is written back as it was read', (payload) => {
  expect(payloadOf(piecesOf(payload))).toBe(payload)
})

test('what is known of a person is a chip, with what is said where it is not known', () => {
  expect(piecesOf(payloads[2] ?? '')).toMatchObject([
    'Hi ',
    { field: 'company', fallback: 'you' },
    ', ',
    { field: 'additional.größe', fallback: "it's" },
    '!',
  ])
  expect(piecesOf(payloads[3] ?? '')).toMatchObject([
    { liquid: '{% if prospect.role %}' },
    { liquid: '{{ prospect.role | upcase }}' },
    { liquid: '{% endif %}' },
    ' ',
    { field: 'additional.Job title' },
  ])
})

test.each([
  ['yours', "{{ prospect.company | default: 'yours' }}"],
  ["it's yours", '{{ prospect.company | default: "it\'s yours" }}'],
  ['a }} b', "{{ prospect.company | default: 'a }} b' }}"],
  [`both ' and "`, `{{ prospect.company | default: 'both \\' and "' }}`],
])('%s can stand where something is not known', (fallback, liquid) => {
  expect(payloadOf([{ field: 'company', fallback }])).toBe(liquid)
  expect(piecesOf(liquid)).toMatchObject([{ field: 'company', fallback }])
})

test('columns of lists may have any name', () => {
  const city = payloadOf([{ field: 'additional.city' }])
  expect(city).toBe('{{ prospect.additional.city }}')
  const title = payloadOf([{ field: 'additional.Job title' }])
  expect(title).toBe("{{ prospect.additional['Job title'] }}")
})

test('a text under a language’s name in capitals is that language’s, and stays under it', () => {
  const text = { EN: 'Hi', 'DE-at': 'Servus' }
  const said = ['en', 'de-AT', 'de-AT-1996'].map((language) => localText(text, language))
  expect(said).toEqual(['Hi', 'Servus', 'Servus'])
  expect(withLocalText(text, 'de-AT', ['en', 'de-AT'], 'Grüß Gott')).toEqual({ 'DE-at': 'Grüß Gott' })
})
