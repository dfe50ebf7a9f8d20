import { pino } from 'pino'
import { expect, test } from 'vitest'
import { makeItems } from '../../../service/content/items.ts'
import {
  addShownItems,
  decodeMeasuredItems,
  encodeMeasuredItems,
} from '../../../service/content/measured-items.ts'
import { parseTemplate } from '../../../service/templates/parse-template.ts'
import { createTemplateWork } from '../../../service/templates/template-work.ts'

test('a record that has taken its half second of work gets no more items, and says why', async () => {
  const text = '{% for i in (1..9000) %}{{ i | append: language }}{% endfor %}'
  const item = `  - { selector: h1, type: text, payload: "${text}" }\n`
  const { template } = parseTemplate('long', `languages: [en]\ncontent:\n${item.repeat(300)}`)
  if (!template) throw new Error('the template is sound')
  const reasons: string[] = []
  const made = await makeItems({
    work: createTemplateWork({ log: pino({ level: 'silent' }) }),
    template,
    scope: { prospect: {}, language: 'en', content: { pattern: 'p' } },
    onFailure: (_, reason) => reasons.push(reason),
  })
  expect(made.items.length).toBeLessThan(300)
  expect(made.items.length + made.gaps.filter(({ empty }) => empty).length).toBe(300)
  expect(reasons.at(-1)).toBe('the record takes too long')
})

test('reports from before a record showed other items are told apart, also once its first items are back', () => {
  const shown = (...selectors: string[]) => ({
    analytics: [],
    content: selectors.map((selector) => ({ selector, type: 'text' as const })),
  })
  const { content } = shown('a', 'b')
  const row = { analytics: '[]', content: JSON.stringify(content), measured: null }
  const other = addShownItems(decodeMeasuredItems(row), shown('b'), 1000)
  const back = other && addShownItems(other, shown('a', 'b'), 2000)
  expect(back).toMatchObject({ contentNow: [0, 1], since: 2000 })
  expect(back && encodeMeasuredItems(back)).toContain('"since":2000')
  const more = back && addShownItems(back, shown('a', 'b', 'c'), 3000)
  expect(more).toMatchObject({ contentNow: [0, 1, 2], since: 2000 })
})
