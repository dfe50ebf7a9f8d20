import { expect, test } from 'vitest'
import { makeItems } from '../../../service/content/items.ts'
import { parseTemplate } from '../../../service/templates/parse-template.ts'

test('others are answered between the items of a long record, and it still has all of them', async () => {
  const item = `  - { selector: h1, type: html, payload: "{% for i in (1..1200) %}<b>x</b><p>some words</p>{% endfor %}" }\n`
  const { template } = parseTemplate('long', `languages: [en]\ncontent:\n${item.repeat(4)}`)
  if (!template) throw new Error('the template is sound')
  let answered = 0
  const other = setImmediate(() => answered++)
  const scope = { prospect: {}, language: 'en', content: { pattern: 'p' } }
  const { items } = await makeItems({ template, scope, onFailure: () => {} })
  clearImmediate(other)
  expect(items).toHaveLength(4)
  expect(answered).toBe(1)
})
