import { beforeEach, describe, expect, test } from 'vitest'
import { startLocalServer } from '../../support/local-server.ts'
import { consoleOf, heading } from './opened.ts'

const motif = consoleOf('settings')
const membersOf = async () =>
  (await motif().request<{ members: { role: string }[] }>('GET', '/v1/members')).body.members

/** Also those that an earlier try of a test has left. */
async function deleteAlerts(): Promise<void> {
  const { body } = await motif().request<{ alerts: { id: string }[] }>('GET', '/v1/alerts')
  for (const { id } of body.alerts) await motif().request('DELETE', `/v1/alerts/${id}`)
}

beforeEach(deleteAlerts)

describe('settings', () => {
  test('a token is made, shown once, and revoked; an invitation signs in', async () => {
    await using opened = await motif().open('/console/settings')
    const { page } = opened
    await page.getByRole('button', { name: 'New token' }).click()
    await page.getByRole('dialog').getByLabel('User').fill('crm')
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
    const secret = await page.getByRole('dialog').locator('.secret').innerText()
    await page.getByRole('button', { name: 'Done' }).click()
    expect((await motif().request('GET', '/v1/tokens', { token: secret })).status).toBe(403)
    await page.getByRole('row', { name: /^crm/ }).getByRole('button', { name: 'Revoke', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await expect
      .poll(async () => (await motif().request('GET', '/v1/templates', { token: secret })).status)
      .toBe(401)

    await page.getByRole('button', { name: 'Invite' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Invite' }).click()
    await dialog.getByText('Enter a name.').waitFor()
    await dialog.getByLabel('Name').fill('Carla')
    await dialog.getByLabel('Address').fill('carla@acme.example')
    await dialog.getByRole('button', { name: 'Invite' }).click()
    const link = await page.locator('.secret').innerText()
    await using other = await motif().open(new URL(link).pathname + new URL(link).search, { token: '' })
    await other.page.getByRole('button', { name: 'Sign in' }).click()
    await heading(other.page, 'Today')
    await other.page.getByRole('link', { name: 'Campaigns' }).first().click()
    await other.page.getByText('No campaign yet').waitFor()
    expect(await other.page.getByRole('button', { name: 'New campaign' }).count()).toBe(0)

    // A new role counts at once; whoever is removed is out.
    await page.reload()
    await page.getByLabel('Role of Carla').selectOption('editor')
    await expect.poll(async () => (await membersOf()).map(({ role }) => role)).toEqual(['editor'])
    await other.page.reload()
    await other.page.getByRole('button', { name: 'New campaign' }).waitFor()
    await page.getByRole('button', { name: 'Remove Carla' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('Nobody yet.').waitFor()
    other.expected.push(/status of 401/)
    await other.page.reload()
    await heading(other.page, 'Sign in')
  })

  test('the test of a webhook shows what its receiver answered, below the button and in the list', async () => {
    await using receiver = await startLocalServer((_request, response) =>
      response.writeHead(400, { 'content-type': 'text/plain' }).end('no_text'),
    )
    const body = { url: `${receiver.url}/services/T00/B00`, events: ['goal.reached'] }
    expect((await motif().request('POST', '/v1/webhooks', { body })).status).toBe(200)
    await using opened = await motif().open('/console/settings')
    const { page } = opened
    const webhook = page.getByRole('listitem').filter({ hasText: '/services/T00/B00' })
    await webhook.getByRole('button', { name: 'Test' }).click()
    await webhook.getByText('The test was answered: HTTP 400 “no_text”').waitFor()
    await webhook
      .getByRole('listitem')
      .filter({ hasText: /webhook\.test HTTP 400 “no_text”/ })
      .waitFor()
  })

  test('an alert is made with a preview, its test says what Slack answered, it is changed and deleted', async () => {
    await using receiver = await startLocalServer((_request, response) =>
      response.writeHead(404, { 'content-type': 'text/plain' }).end('no_service'),
    )
    await using opened = await motif().open('/console/settings')
    const { page } = opened
    await page.getByText('No alert yet').waitFor()
    await page.getByRole('button', { name: 'New alert' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('clicked Book a demo').waitFor()
    await dialog.getByRole('button', { name: 'Create' }).click()
    await dialog.getByText('Paste the whole address').waitFor()
    await dialog.getByLabel('Address of the webhook').fill(`${receiver.url}/services/A1/B1/secret`)
    await dialog.getByLabel('somebody reads something').check()
    await dialog.getByLabel('For how long').fill('45')
    await dialog.getByLabel('Column of the list').fill('owner')
    await dialog.getByLabel('Says').fill('Tom Reed')
    await dialog.getByRole('button', { name: 'Create' }).click()
    const alert = page.getByRole('listitem').filter({ hasText: '…cret' })
    await alert
      .getByText(
        'Tells at once when somebody reaches the goal and somebody reads something for 45 s; only of people with owner “Tom Reed”.',
      )
      .waitFor()
    expect(await page.getByText('/services/A1').count()).toBe(0)
    await alert.getByRole('button', { name: 'Test' }).click()
    await alert.getByText('Slack answered: 404 “no_service”').waitFor()
    await alert.getByText('The webhook was deleted or switched off in Slack').waitFor()
    await alert.getByRole('button', { name: 'Change' }).click()
    expect(await dialog.getByLabel('Address of the webhook').inputValue()).toBe(
      `${receiver.url}/services/A1/B1/secret`,
    )
    await dialog.getByLabel('somebody reads something').uncheck()
    await dialog.getByLabel('How soon').selectOption('Gathered, each morning')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await alert
      .getByText('Tells each morning that somebody reaches the goal; only of people with owner “Tom Reed”.')
      .waitFor()
    await alert.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No alert yet').waitFor()
  })

  test('an assistant is connected by lines to copy, and what it changed can be undone', async () => {
    await using opened = await motif().open('/console/settings')
    const { page } = opened
    await page.getByText('No assistant has changed anything yet.').waitFor()
    await page.getByRole('button', { name: 'Connect an assistant' }).click()
    await page.getByRole('dialog').getByLabel('Assistant').selectOption('Gemini')
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
    const lines = await page.getByRole('dialog').locator('.secret').innerText()
    expect(lines).toContain(`motif ${motif().service.url}/mcp`)
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('row', { name: /^Gemini/ }).waitFor()

    const token = /Bearer (\w[\w-]*)/.exec(lines)?.[1] ?? ''
    const yamls = ['Hello', 'Good day'].map(
      (word) =>
        `page: https://www.example.com/\nlanguages: [en]\ncontent: [{ selector: h1, type: text, payload: ${word} }]\n`,
    )
    for (const yaml of yamls)
      await motif().request('PUT', '/v1/templates/asked', {
        token,
        body: { yaml },
        headers: { 'motif-tool': 'save_template' },
      })
    await page.reload()
    await page
      .getByRole('row', { name: /template asked, version 2/ })
      .getByRole('button', { name: 'Undo' })
      .click()
    await expect
      .poll(async () => (await motif().request('GET', '/v1/templates/asked')).body)
      .toMatchObject({ version: 3, yaml: yamls[0] })
  })
})
