import { pino } from 'pino'
import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { makeItems } from '../../../service/content/items.ts'
import { parseTemplate } from '../../../service/templates/parse-template.ts'
import { renderItems } from '../../../service/templates/render-items.ts'
import type { Template } from '../../../service/templates/template.ts'
import { createTemplateThread, type TemplateThread } from '../../../service/templates/template-thread.ts'

const scope = { prospect: {}, language: 'en', content: { pattern: 'p' } }

function parse(items: string): Template {
  const { template } = parseTemplate('long', `languages: [en]\ncontent:\n${items}`)
  if (!template) throw new Error('the template is sound')
  return template
}

test('a record whose items take several turns has all of them', async () => {
  const { render } = createTemplateThread({ log: pino({ level: 'silent' }), metrics: new Registry() })
  let turns = 0
  const thread: Pick<TemplateThread, 'render'> = {
    render(...asked) {
      turns++
      return render(...asked)
    },
  }
  const text = '{% for i in (1..1200) %}<b>x</b><p>some words</p>{% endfor %}'
  const template = parse(`  - { selector: h1, type: html, payload: "${text}" }\n`.repeat(8))
  const { items } = await makeItems({ thread, turns: 'acme', template, scope, onFailure: () => {} })
  expect(items).toHaveLength(8)
  expect(turns).toBeGreaterThan(1)
})

test('a record that has taken its half second of rendering gets no more items, and says why', async () => {
  const template = parse(`  - { selector: h1, type: text, payload: Hello }\n`.repeat(3))
  const reasons: string[] = []
  const made = await makeItems({
    // One item in each turn, which takes all that the record has.
    thread: {
      render: async (_, { content }, asked) => ({
        ...renderItems({ ...template, content: content.slice(0, asked.from + 1) }, asked),
        ms: 500,
      }),
    },
    turns: 'acme',
    template,
    scope,
    onFailure: (_, reason) => reasons.push(reason),
  })
  expect(made.items).toHaveLength(1)
  expect(made.gaps).toMatchObject([
    { index: 1, empty: true },
    { index: 2, empty: true },
  ])
  expect(reasons).toEqual(['the record takes too long', 'the record takes too long'])
})

test('a record that has taken its half second asks for no more cases', async () => {
  const template = parse(
    '  - { selector: h1, type: text, for: [{ when: { industry: Retail }, payload: Sell }], payload: Hello }\n',
  )
  let asked = 0
  const prospect = {
    get industry() {
      asked++
      return 'Retail'
    },
  }
  const wanted = { scope: { ...scope, prospect }, from: 0, withTasks: false }
  const render = (leftMs: number) => renderItems(template, { ...wanted, leftMs }).items
  expect(render(500)).toMatchObject([{ payload: 'Sell', failures: [] }])
  expect(asked).toBe(1)
  expect(render(0)).toMatchObject([
    { payload: undefined, hasText: true, failures: ['the record takes too long'] },
  ])
  expect(asked).toBe(1)
})
