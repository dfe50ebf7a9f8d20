import { describe, expect, test } from 'vitest'
import { consoleOf, heading } from './opened.ts'

const motif = consoleOf('faults')

describe('where something fails', () => {
  test('the service away is told, and mends by itself', async () => {
    await using opened = await motif().open('/console/people')
    const { page } = opened
    opened.expected.push(/ERR_INTERNET_DISCONNECTED/)
    await heading(page, 'People')
    await page.context().setOffline(true)
    await page.getByRole('link', { name: 'Templates' }).first().click()
    await page.getByRole('status').getByText('The service cannot be reached', { exact: false }).waitFor()
    await page.context().setOffline(false)
    await page.getByRole('link', { name: 'launch' }).waitFor()
    await expect.poll(() => page.getByText('The service cannot be reached').count()).toBe(0)
  })

  test('a console that is opened while the service starts is there once it has started', async () => {
    await using opened = await motif().open('/console/people')
    const { page } = opened
    opened.expected.push(/status of 503/)
    await heading(page, 'People')
    await page.route('**/console/session', (route) => route.fulfill({ status: 503 }))
    await page.reload()
    await page.getByText('The service cannot be reached', { exact: false }).waitFor()
    await page.unroute('**/console/session')
    await heading(page, 'People')
  })

  test('a request that fails can be tried again, loses nothing typed, and makes one thing', async () => {
    await using opened = await motif().open('/console/campaigns?new=1')
    const { page } = opened
    opened.expected.push(/ERR_FAILED/, /status of 5/)
    await page.getByLabel('Name').fill('Once')
    await page.getByLabel('Or paste it').fill('email\nonce@faults.example\n')
    await page.getByText('Each line can be used.').waitFor()
    // The campaign is made, and its answer is lost on the way; then the list gets no further.
    await page.route(
      '**/v1/campaigns',
      async (route) => {
        const { 'idempotency-key': key = '' } = route.request().headers()
        const headers = { 'content-type': 'application/json', 'idempotency-key': key }
        await motif().request('POST', '/v1/campaigns', { body: route.request().postData() ?? '', headers })
        await route.abort()
      },
      { times: 1 },
    )
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    expect(await page.getByLabel('Name').inputValue()).toBe('Once')
    await page.route(
      '**/people',
      (route) => route.fulfill({ status: 500, json: { message: 'Something broke.' } }),
      {
        times: 1,
      },
    )
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('Something broke.').waitFor()
    expect(await page.getByLabel('Or paste it').inputValue()).toContain('once@faults.example')
    await page.getByRole('button', { name: 'Try again' }).dblclick()
    await heading(page, 'Once')
    const { body } = await motif().request<{ campaigns: object[] }>('GET', '/v1/campaigns')
    expect(body.campaigns).toMatchObject([{ name: 'Once', people: 1 }])
  })

  test('what is typed into a form is there when one comes back to it', async () => {
    await using opened = await motif().open('/console/campaigns?new=1')
    const { page } = opened
    await page.getByLabel('Name').fill('Later')
    await page.getByLabel('Or paste it').fill('email\nlater@faults.example\n')
    await page.getByRole('link', { name: 'Settings' }).first().click()
    await page.getByRole('button', { name: 'New token' }).click()
    await page.getByRole('dialog').getByLabel('User').fill('crm')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'New token' }).click()
    expect(await page.getByRole('dialog').getByLabel('User').inputValue()).toBe('crm')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.goBack()
    await heading(page, 'New campaign')
    expect(await page.getByLabel('Name').inputValue()).toBe('Later')
    expect(await page.getByLabel('Or paste it').inputValue()).toContain('later@faults.example')
    await page.getByRole('link', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'New campaign' }).click()
    expect(await page.getByLabel('Name').inputValue()).toBe('')
  })

  test('what is open stays open while the service is away', async () => {
    await using opened = await motif().open('/console/campaigns?new=1')
    const { page } = opened
    opened.expected.push(/ERR_INTERNET_DISCONNECTED/)
    await page.getByLabel('Name').fill('Patient')
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    await page.context().setOffline(false)
    await expect.poll(() => page.locator('.connection.away').count()).toBe(0)
    expect(await page.getByLabel('Name').inputValue()).toBe('Patient')
    await page.getByRole('button', { name: 'Try again' }).click()
    await heading(page, 'Patient')
  })
})
