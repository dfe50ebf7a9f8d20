import { describe, expect, test } from 'vitest'
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
})
