import { describe, expect, test } from 'vitest'
import { startLocalServer } from '../../support/local-server.ts'
import { consoleOf, heading } from './opened.ts'

const motif = consoleOf('settings')

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

    await page.getByRole('textbox', { name: 'Colleague' }).fill('carla')
    await page.getByRole('button', { name: 'Invite' }).click()
    const link = await page.locator('.secret').innerText()
    await using other = await motif().open(new URL(link).pathname + new URL(link).search, { token: '' })
    await other.page.getByRole('button', { name: 'Sign in' }).click()
    await heading(other.page, 'Today')
    await other.page.getByRole('link', { name: 'Campaigns' }).first().click()
    await other.page.getByText('No campaign yet').waitFor()
    expect(await other.page.getByRole('button', { name: 'New campaign' }).count()).toBe(0)
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
})
