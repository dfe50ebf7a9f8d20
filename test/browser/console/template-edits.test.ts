import { describe, expect, test } from 'vitest'
import { startLandingPage } from './landing-page.ts'
import { consoleOf, filled, heading } from './opened.ts'

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

  test('while the editor is open in another window, what is saved there is shown here, and that it was closed', async () => {
    const [pageOrigin, name] = ['https://www.example.com', 'beside']
    const yaml = `page: ${pageOrigin}/beside\nlanguages: [en]\ncontent: []\n`
    const { request, service } = motif()
    await request('PUT', `/v1/templates/${name}`, { body: { yaml } })
    const link = await request<{ url: string }>('POST', `/v1/templates/${name}/edit`)
    const ask = (method: string, path: string, session: string, body?: object) =>
      fetch(`${service.url}/editor${path}`, {
        method,
        headers: {
          origin: pageOrigin,
          authorization: `Bearer ${session}`,
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      })
    const begun = await ask('POST', '/session', '', { ticket: link.body.url.split('motif-edit=')[1] })
    const { session } = (await begun.json()) as { session: string }

    await using opened = await motif().open(`/console/templates/${name}`)
    const { page } = opened
    await page.getByText('ada opened the editor on the page').waitFor()
    const version = page.locator('dl.facts > div', { hasText: 'Version' }).locator('dd')
    expect(await version.innerText()).toBe('1')
    const item = { selector: 'h1', type: 'text', payload: 'Hello' }
    const edits = [{ edit: 'addItem', list: 'content', fields: item }]
    expect((await ask('PUT', '/template', session, { version: 1, edits })).status).toBe(200)
    await expect.poll(() => version.innerText()).toBe('2')
    await ask('DELETE', '/session', session)
    await page.getByText('ada opened the editor on the page').waitFor({ state: 'detached' })
  })

  test('without a page there is nothing to edit on', async () => {
    const yaml = 'languages: [en]\ncontent: []\n'
    await motif().request('PUT', '/v1/templates/pageless', { body: { yaml } })
    await using opened = await motif().open('/console/templates/pageless')
    await opened.page.getByText('none: without one there are no links').waitFor()
    expect(await opened.page.getByRole('button', { name: 'Edit on the page' }).count()).toBe(0)
  })

  test('what is typed and not saved is there after a look at another tab, and another screen', async () => {
    const yaml = 'languages: [en]\ncontent: []\n'
    await motif().request('PUT', '/v1/templates/unsaved', { body: { yaml } })
    await using opened = await motif().open('/console/templates/unsaved?tab=yaml')
    const { page } = opened
    opened.expected.push(filled)
    const field = page.getByRole('textbox', { name: 'YAML' })
    await field.fill('languages: [de]')
    await page.getByText('Not saved yet.').waitFor()
    await page.getByRole('link', { name: 'Tag', exact: true }).click()
    await page.getByRole('link', { name: 'YAML' }).click()
    await expect.poll(() => field.textContent()).toBe('languages: [de]')
    await page.getByRole('link', { name: 'Today' }).click()
    await heading(page, 'Today')
    await page.goBack()
    await expect.poll(() => field.textContent()).toBe('languages: [de]')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('dialog').getByText('not saved yet').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()

    const asked = page.waitForEvent('dialog')
    await page.evaluate(() => setTimeout(() => location.reload()))
    await (await asked).dismiss()
    await expect.poll(() => field.textContent()).toBe('languages: [de]')
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await expect.poll(() => field.textContent()).toContain('languages: [en]')
    await page.reload()
    await field.waitFor()
  })

  test('what is typed into a template that is deleted meanwhile stays, and can be saved', async () => {
    const yaml = 'languages: [en]\ncontent: []\n'
    const path = '/v1/templates/doomed'
    await motif().request('PUT', path, { body: { yaml } })
    await using opened = await motif().open('/console/templates/doomed?tab=yaml')
    const { page } = opened
    opened.expected.push(filled, /status of 40[49]/)
    const field = page.getByRole('textbox', { name: 'YAML' })
    await field.fill('languages: [de]\ncontent: []\n')
    await page.getByText('Not saved yet.').waitFor()
    await motif().request('DELETE', path)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('This template was deleted meanwhile.').waitFor()
    await page.getByRole('link', { name: 'Today' }).click()
    await heading(page, 'Today')
    await page.goBack()
    await page.getByText('This template was deleted meanwhile.').waitFor()
    await expect.poll(() => field.textContent()).toContain('languages: [de]')
    await page.getByRole('button', { name: 'Save' }).click()
    const stored = async () => (await motif().request<{ yaml?: string }>('GET', path)).body.yaml
    await expect.poll(stored).toBe('languages: [de]\ncontent: []\n')
    await expect.poll(() => page.getByText('This template was deleted meanwhile.').count()).toBe(0)
    await page.getByRole('button', { name: 'Delete' }).waitFor()
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

  test('what the editor saved in its own tab is shown when the console is looked at again', async () => {
    const put = (word: string) =>
      motif().request('PUT', '/v1/templates/returned', {
        body: {
          yaml: `page: https://www.example.com/${word}\nlanguages: [en]\ncontent:\n  - { selector: h1, type: text, payload: ${word} }\n`,
        },
      })
    const comeBack = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await put('first')
    await using opened = await motif().open('/console/templates/returned')
    const { page } = opened
    opened.expected.push(filled)
    await page.getByText('https://www.example.com/first').waitFor()
    await put('second')
    await comeBack()
    await page.getByText('https://www.example.com/second').waitFor()

    await page.getByRole('link', { name: 'YAML' }).click()
    const field = page.getByRole('textbox', { name: 'YAML' })
    await expect.poll(() => field.textContent()).toContain('payload: second')
    await put('third')
    await comeBack()
    await expect.poll(() => field.textContent()).toContain('payload: third')
    expect(await page.getByText('Not saved yet.').count()).toBe(0)

    await field.fill('languages: [de]')
    await put('fourth')
    await comeBack()
    await page.getByText('Version 4 was saved meanwhile').waitFor()
    expect(await field.textContent()).toBe('languages: [de]')
    await page.getByRole('button', { name: 'Take version 4' }).click()
    await expect.poll(() => field.textContent()).toContain('payload: fourth')
    expect(await page.getByText('was saved meanwhile').count()).toBe(0)
  })
})
