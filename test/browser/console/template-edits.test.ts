import { describe, expect, test } from 'vitest'
import { startLandingPage } from './landing-page.ts'
import { consoleOf, filled } from './opened.ts'

const motif = consoleOf('template-edits')

/** In a page: exchanges the ticket of its address, and asks with the session, as the editor does. */
async function beginEditing(service: string): Promise<string> {
  const [, ticket] = location.hash.split('motif-edit=')
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ ticket })
  const begun = await fetch(`${service}/editor/session`, { method: 'POST', headers, body })
  const { session } = (await begun.json()) as { session: string }
  const read = await fetch(`${service}/editor/template`, { headers: { authorization: `Bearer ${session}` } })
  if (!read.ok) throw new Error(`${read.status}`)
  return session
}

describe('a template that is edited', () => {
  test('the editor opens in a new tab, the console shows that it is open, and can end it', async () => {
    await using landing = await startLandingPage()
    const yaml = `page: ${landing.url}/spring#pricing\nlanguages: [en]\ncontent: []\n`
    await motif().request('PUT', '/v1/templates/edited', { body: { yaml } })
    await using opened = await motif().open('/console/templates/edited')
    const { page } = opened
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('button', { name: 'Edit on the page' }).click(),
    ])
    await tab.waitForURL(/\/spring#pricing&motif-edit=[\w-]{43}$/)
    expect(await tab.evaluate(() => [window.opener, document.referrer])).toEqual([null, ''])
    const session = await tab.evaluate(beginEditing, motif().service.url)
    const read = () =>
      fetch(`${motif().service.url}/editor/template`, {
        headers: { origin: landing.url, authorization: `Bearer ${session}` },
      })
    expect((await read()).status).toBe(200)

    await page.bringToFront()
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await page.getByText('ada opened the editor on the page').waitFor()
    await page.getByRole('button', { name: 'End editing' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'End', exact: true }).click()
    await page.getByText('ada opened the editor on the page').waitFor({ state: 'detached' })
    expect((await read()).status).toBe(401)
  })

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
