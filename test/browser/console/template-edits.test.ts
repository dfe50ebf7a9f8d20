import { describe, expect, test } from 'vitest'
import { consoleOf, filled } from './opened.ts'

const motif = consoleOf('template-edits')

describe('a template that is edited', () => {
  test('without a page there is nothing to edit on', async () => {
    const yaml = 'languages: [en]\ncontent: []\n'
    await motif().request('PUT', '/v1/templates/pageless', { body: { yaml } })
    await using opened = await motif().open('/console/templates/pageless')
    await opened.page.getByText('none: without one there are no links').waitFor()
    expect(await opened.page.getByRole('button', { name: 'Edit on the page' }).count()).toBe(0)
  })

  test('two who save at once lose nothing', async () => {
    const put = (yaml: string) => motif().request('PUT', '/v1/templates/shared', { body: { yaml } })
    const text = (word: string) =>
      `languages: [en]\ncontent:\n  - { selector: h1, type: text, payload: ${word} }\n`
    await put(text('first'))
    await using opened = await motif().open('/console/templates/shared?tab=yaml')
    const { page } = opened
    opened.expected.push(filled, /status of 409/)
    await page.getByRole('textbox', { name: 'YAML' }).fill(text('mine'))
    await put(text('theirs'))
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Version 2 was saved meanwhile').waitFor()
    await page.getByRole('button', { name: 'Save mine over it' }).click()
    await page.getByText('Saved.').waitFor()
    const { body } = await motif().request<{ yaml: string; version: number }>('GET', '/v1/templates/shared')
    expect(body).toMatchObject({ version: 3, yaml: text('mine') })
  })
})
