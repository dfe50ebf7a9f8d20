import type { Route } from 'playwright'
import { describe, expect, test } from 'vitest'
import { invite, makeCampaign } from './invite.ts'
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

  test('a service that its proxy cannot reach is away as well', async () => {
    await using opened = await motif().open('/console/people')
    const { page } = opened
    opened.expected.push(/status of 502/)
    await heading(page, 'People')
    const refuse = { status: 502, contentType: 'text/html', body: '<h1>502 Bad Gateway</h1>' }
    const everything = /\/(v1|console)\//
    await page.route(everything, (route) => route.fulfill(refuse))
    await page.getByRole('link', { name: 'Templates' }).first().click()
    await page.getByRole('status').getByText('The service cannot be reached', { exact: false }).waitFor()
    await page.unroute(everything)
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

  test('a proxy that takes no large lists is told in words', async () => {
    await using opened = await motif().open('/console/campaigns?new=1')
    const { page } = opened
    opened.expected.push(/status of 413/)
    const refuse = { status: 413, contentType: 'text/html', body: '<h1>413 Request Entity Too Large</h1>' }
    await page.route('**/v1/lists/read*', (route) => route.fulfill(refuse))
    await page.getByLabel('Or paste it').fill('email\nlarge@faults.example\n')
    await page.getByText('A server in front of the service takes nothing so large').waitFor()
  })

  test('a campaign whose list could not be sent is gone once it is cancelled', async () => {
    await using opened = await motif().open('/console/campaigns?new=1')
    const { page } = opened
    opened.expected.push(/status of 500/)
    await page.getByLabel('Name').fill('Thought better of')
    await page.getByLabel('Or paste it').fill('email\nnever@faults.example\n')
    await page.getByText('Each line can be used.').waitFor()
    await page.route(
      '**/people',
      (route) => route.fulfill({ status: 500, json: { message: 'Something broke.' } }),
      { times: 1 },
    )
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByText('Something broke.').waitFor()
    await page.getByRole('link', { name: 'Cancel' }).click()
    await heading(page, 'Campaigns')
    const { body } = await motif().request<{ campaigns: { name: string }[] }>('GET', '/v1/campaigns')
    expect(body.campaigns.filter(({ name }) => name === 'Thought better of')).toEqual([])
  })

  test('whoever presses Create again, as no answer came, makes one thing', async () => {
    await using opened = await motif().open('/console/settings')
    const { page } = opened
    opened.expected.push(/ERR_FAILED/)
    await page.getByRole('table', { name: 'Access tokens' }).waitFor()
    await page.getByRole('button', { name: 'New token' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('User').fill('once')
    await page.route(
      '**/v1/tokens',
      async (route) => {
        const { 'idempotency-key': key = '' } = route.request().headers()
        const headers = { 'content-type': 'application/json', 'idempotency-key': key }
        await motif().request('POST', '/v1/tokens', { body: route.request().postData() ?? '', headers })
        await route.abort()
      },
      { times: 1 },
    )
    await dialog.getByRole('button', { name: 'Create' }).click()
    await dialog.getByText('The service cannot be reached').waitFor()
    await dialog.getByRole('button', { name: 'Create' }).click()
    await dialog.locator('.secret').waitFor()
    const { body } = await motif().request<{ tokens: { user: string }[] }>('GET', '/v1/tokens')
    expect(body.tokens.filter(({ user }) => user === 'once')).toHaveLength(1)
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

  test('a campaign that could not be read again stays as it was, says so, and is up to date again by itself', async () => {
    const id = await makeCampaign(motif(), 'Read again')
    await using opened = await motif().open('/console')
    const { page } = opened
    opened.expected.push(/status of 500/)
    await page.clock.install()
    await page.goto(`${motif().service.url}/console/campaigns/${id}`)
    await heading(page, 'Read again')
    await page.getByLabel('Or paste it').fill('email\nkept@faults.example\n')
    const failing = (route: Route) =>
      route.request().method() === 'GET'
        ? route.fulfill({ status: 500, json: { message: 'Something broke.' } })
        : route.continue()
    await page.route(`**/v1/campaigns/${id}`, failing)
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByText('could not be read again: Something broke.').waitFor()
    await heading(page, 'Read again')
    expect(await page.getByLabel('Or paste it').inputValue()).toContain('kept@faults.example')
    await page.unroute(`**/v1/campaigns/${id}`, failing)
    await page.clock.fastForward(10_000)
    await page.getByText('paused', { exact: true }).waitFor()
    await page.getByText('could not be read again').waitFor({ state: 'detached' })
  })

  test('a campaign that is read again waits for a slow answer, and does not break it off by asking once more', async () => {
    const id = await makeCampaign(motif(), 'Slow')
    await using opened = await motif().open('/console')
    const { page } = opened
    await page.clock.install()
    await page.goto(`${motif().service.url}/console/campaigns/${id}`)
    await heading(page, 'Slow')
    await motif().request('PATCH', `/v1/campaigns/${id}`, { body: { status: 'paused' } })
    const held: Route[] = []
    await page.route(`**/v1/campaigns/${id}`, (route) => void held.push(route))
    await page.clock.fastForward(10_000)
    await expect.poll(() => held.length).toBe(1)
    await page.clock.fastForward(10_000)
    await page.evaluate(() => fetch('/console'))
    expect(held).toHaveLength(1)
    await held[0]?.continue()
    await page.getByText('paused', { exact: true }).waitFor()
  })

  test('what is missing in a long list is waited for, however often its campaign is read meanwhile', async () => {
    const id = await makeCampaign(motif(), 'Long look')
    await using opened = await motif().open('/console')
    const { page } = opened
    await page.clock.install()
    const held: Route[] = []
    await page.route('**/gaps?*', (route) => void held.push(route))
    await page.goto(`${motif().service.url}/console/campaigns/${id}?tab=gaps`)
    await expect.poll(() => held.length).toBe(1)
    const again = page.waitForResponse(`**/v1/campaigns/${id}`)
    await page.clock.fastForward(10_000)
    await (await again).finished()
    await page.evaluate(() => fetch('/console'))
    expect(held).toHaveLength(1)
    await held[0]?.continue()
    await page.getByText('Nothing is missing').waitFor()
  })

  test('whoever goes elsewhere while a campaign is being made, and asks for it once more, has one', async () => {
    await using opened = await motif().open('/console/campaigns?new=1')
    const { page } = opened
    opened.expected.push(/status of 409/)
    await page.getByLabel('Name').fill('Asked twice')
    await page.getByLabel('Or paste it').fill('email\ntwice@faults.example\n')
    await page.getByText('Each line can be used.').waitFor()
    const [reached, answering] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await page.route(
      (url) => url.pathname === '/v1/campaigns',
      async (route) => {
        const response = await route.fetch()
        reached.resolve()
        await answering.promise
        await route.fulfill({ response })
      },
      { times: 1 },
    )
    await page.getByRole('button', { name: 'Create' }).click()
    await reached.promise
    await page.getByRole('link', { name: 'Settings' }).click()
    await heading(page, 'Settings')
    await page.goBack()
    await page.getByRole('button', { name: 'Create' }).click()
    await heading(page, 'Asked twice')
    answering.resolve()
    const { body } = await motif().request<{ campaigns: { name: string; people: number }[] }>(
      'GET',
      '/v1/campaigns',
    )
    expect(body.campaigns.filter(({ name }) => name === 'Asked twice')).toMatchObject([{ people: 1 }])
  })

  test('what was typed into the forms of a campaign that is deleted is asked about no more', async () => {
    const id = await makeCampaign(motif(), 'Typed into')
    await using opened = await motif().open(`/console/campaigns/${id}`)
    const { page } = opened
    await page.getByLabel('Or paste it').fill('email\nnobody@faults.example\n')
    await page.getByText('Each line can be used.').waitFor()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await heading(page, 'Campaigns')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await heading(page, 'Sign in')
  })

  test('whoever goes elsewhere while a campaign is being made stays there', async () => {
    await using opened = await motif().open('/console/campaigns?new=1')
    const { page } = opened
    await page.getByLabel('Name').fill('Made meanwhile')
    await page.getByLabel('Or paste it').fill('email\nmeanwhile@faults.example\n')
    await page.getByText('Each line can be used.').waitFor()
    const held = Promise.withResolvers<Route>()
    await page.route('**/people', (route) => held.resolve(route), { times: 1 })
    await page.getByRole('button', { name: 'Create' }).click()
    const sending = await held.promise
    await page.getByRole('link', { name: 'Settings' }).first().click()
    await heading(page, 'Settings')
    const answered = page.waitForResponse('**/people')
    await sending.continue()
    await (await answered).finished()
    await page.getByRole('link', { name: 'Campaigns' }).first().click()
    await heading(page, 'Campaigns')
    await page.getByRole('row', { name: /Made meanwhile/ }).waitFor()
    await page.goBack()
    await heading(page, 'Settings')
  })

  test('what is typed for web analytics is there after a look at another tab', async () => {
    const id = await makeCampaign(motif(), 'Tagged')
    await using opened = await motif().open(`/console/campaigns/${id}`)
    const { page } = opened
    await page.getByText('Web analytics:').click()
    await page.getByLabel('Source').fill('newsletter')
    const tabs = page.getByRole('navigation', { name: 'Parts of the campaign' })
    await tabs.getByRole('link', { name: 'Figures' }).click()
    await tabs.getByRole('link', { name: 'People' }).click()
    expect(await page.getByLabel('Source').inputValue()).toBe('newsletter')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('utm_source=newsletter').waitFor()
  })

  test('what is typed while a form is being saved stays', async () => {
    const { prospect } = await invite(motif(), { email: 'types-on@faults.example' })
    const id = await makeCampaign(motif(), 'Typed on')
    await using opened = await motif().open(`/console/campaigns/${id}`)
    const { page } = opened
    opened.expected.push(/Applying inline style/)
    /** The first request of each of these methods is held. */
    const firsts = { PATCH: Promise.withResolvers<Route>(), PUT: Promise.withResolvers<Route>() }
    const left = new Map(Object.entries(firsts))
    await page.route(/\/v1\//, (route) => {
      const method = route.request().method()
      const first = left.get(method)
      left.delete(method)
      return first ? first.resolve(route) : route.continue()
    })
    await page.getByText('Web analytics:').click()
    await page.getByLabel('Source').fill('news')
    await page.getByRole('button', { name: 'Save' }).click()
    const changing = await firsts.PATCH.promise
    await page.getByLabel('Source').fill('newsletter')
    await changing.continue()
    await page.getByText('utm_source=news', { exact: true }).waitFor()
    expect(await page.getByLabel('Source').inputValue()).toBe('newsletter')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('utm_source=newsletter', { exact: true }).waitFor()

    await page.goto(`${motif().service.url}/console/people/${prospect}`)
    const first = page.getByRole('region', { name: 'Words' }).getByRole('listitem').first()
    await first.getByRole('button', { name: /^Change / }).click()
    await first.getByRole('textbox').fill('Welcome')
    await first.getByRole('button', { name: 'Save for this person' }).click()
    const saving = await firsts.PUT.promise
    await first.getByRole('textbox').fill('Welcome back')
    await saving.continue()
    await first.getByText('changed by ada').waitFor()
    expect(await first.getByRole('textbox').inputValue()).toBe('Welcome back')
  })

  test('of what is typed for web analytics in two tabs, neither takes the other away', async () => {
    const id = await makeCampaign(motif(), 'Tagged twice')
    const path = `/console/campaigns/${id}`
    await using opened = await motif().open(path)
    const { page } = opened
    await page.getByText('Web analytics:').click()
    await page.getByLabel('Source').fill('newsletter')
    await using other = await motif().open(path)
    await other.page.getByText('Web analytics:').click()
    await other.page.getByLabel('Medium').fill('email')
    await other.page.getByRole('button', { name: 'Save' }).click()
    await other.page.getByText('utm_medium=email').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('utm_source=newsletter').waitFor()
    expect((await motif().request('GET', `/v1/campaigns/${id}`)).body).toMatchObject({
      utm: { source: 'newsletter', medium: 'email' },
    })
    expect(await page.getByLabel('Medium').inputValue()).toBe('email')
  })
})
