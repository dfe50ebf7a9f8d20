import { expect, test } from 'vitest'
import { applyEdit } from '../../editor/state/apply-edit.ts'
import { createHistory } from '../../editor/state/history.ts'
import type { EditedTemplate, TemplateEdit } from '../../wire/editor.ts'

const text = (selector: string, payload: string) => ({ selector, type: 'text' as const, payload })
const start: EditedTemplate = {
  name: 'launch',
  version: 1,
  page: 'https://www.example.com/',
  languages: ['en'],
  fields: [],
  content: [text('h1', 'One'), text('h2', 'Two'), text('p', 'Three')],
  analytics: [{ id: 'start', selector: '.cta', type: 'click', goal: true }],
}

/** A service that stores what it is sent, as the real one does. */
function opened() {
  const service = { template: start }
  const history = createHistory(start)
  const save = () => {
    const sent = history.template.value
    const { version } = history.base.value
    const stored = history.edits.value.reduce(applyEdit, service.template)
    service.template = { ...stored, version: version + 1 }
    history.saved(service.template, sent)
  }
  return { service, history, save }
}

const set = (index: number, payload: string): TemplateEdit => ({
  edit: 'setItem',
  list: 'content',
  index,
  fields: { payload },
})

test('whatever is done, saved, undone and redone, the service has what the editor shows', () => {
  const seed = Number(process.env.SEED ?? Date.now() % 1e6)
  const random = randomOf(seed)
  const { service, history, save } = opened()
  for (let at = 0; at < 600; at++) {
    const { content, analytics } = history.template.value
    const place = (length: number) => Math.floor(random() * length)
    const ways: (() => void)[] = [
      () => content.length > 0 && history.change([set(place(content.length), `said ${at}`)], 'key'),
      () =>
        content.length > 0 &&
        history.change([{ edit: 'removeItem', list: 'content', index: place(content.length) }]),
      () => history.change([{ edit: 'addItem', list: 'content', fields: { ...text(`.new-${at}`, 'New') } }]),
      () =>
        history.change([
          { edit: 'addItem', list: 'analytics', fields: { id: `id-${at}`, selector: 'a', type: 'view' } },
        ]),
      () => analytics.length > 0 && history.change([{ edit: 'setGoal', index: place(analytics.length) }]),
      () => history.change([{ edit: 'setGoal' }]),
      ...[history.undo, history.undo, history.undo, history.redo, history.redo, save, save],
    ]
    ways[place(ways.length)]?.()
  }
  save()
  expect(history.edits.value, `SEED=${seed}`).toEqual([])
  for (const list of ['content', 'analytics'] as const)
    expect(service.template[list], `SEED=${seed}`).toEqual(history.template.value[list])
})

/** https://en.wikipedia.org/wiki/Linear_congruential_generator, as in Numerical Recipes. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1664525 + 1013904223) % 2 ** 32
    return state / 2 ** 32
  }
}
