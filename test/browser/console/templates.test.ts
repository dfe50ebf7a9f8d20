import { describe, expect, test } from 'vitest'
import { consoleOf, heading } from './opened.ts'

const motif = consoleOf('templates')

/** Chromium, where a test fills in what can be edited; typing and pasting do not. */
const filled = /Applying inline style/

describe('templates', () => {
  test('a new one is made, its mistakes are shown at their lines, its versions with their differences', async () => {
    await using opened = await motif().open('/console/templates')
    const { page } = opened
    opened.expected.push(filled, /status of 400/)
    await page.getByRole('button', { name: 'New template' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('autumn')
    await page.getByRole('dialog').getByLabel('Page').fill('https://www.example.com/autumn')
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
    await heading(page, 'autumn')
    await page.getByRole('link', { name: 'YAML' }).click()
    const yaml = page.getByRole('textbox', { name: 'YAML' })
    await yaml.fill(
      'page: https://www.example.com/autumn\nlanguages: [en]\ncontent:\n  - { selector: h1, type: txt, payload: x }',
    )
    await page.getByRole('button', { name: 'Save' }).click()
    await page
      .getByText(/Line 4, column \d+: /)
      .first()
      .waitFor()
    await yaml.fill(
      'page: https://www.example.com/autumn\nlanguages: [en]\ncontent:\n  - { selector: h1, type: text, payload: x }',
    )
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').waitFor()
    await page.getByRole('link', { name: 'History' }).click()
    await page.getByRole('button', { name: 'Version 2' }).click()
    await page.getByText(/^\+ {3}- \{ selector: h1/).waitFor()
    await page.getByRole('link', { name: 'Tag', exact: true }).click()
    await page.getByText(/data-hide/).waitFor()
    await page.getByRole('button', { name: 'Copy' }).waitFor()
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
    await page.getByText('Somebody else saved version 2 meanwhile').waitFor()
    await page.getByRole('button', { name: 'Save mine over it' }).click()
    await page.getByText('Saved.').waitFor()
    const { body } = await motif().request<{ yaml: string; version: number }>('GET', '/v1/templates/shared')
    expect(body).toMatchObject({ version: 3, yaml: text('mine') })
  })
})
