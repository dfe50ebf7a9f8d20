import type { Route } from 'playwright'
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
    await page.getByText('Say who it is.').waitFor()
    await page.getByRole('textbox', { name: 'Name' }).fill('Carla')
    await page.getByRole('textbox', { name: 'Address' }).fill('carla@acme.example')
    await page.getByRole('button', { name: 'Invite' }).click()
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

  test('a token that is being made is shown, whatever is pressed meanwhile', async () => {
    await using opened = await motif().open('/console/settings')
    const { page } = opened
    await page.getByRole('table', { name: 'Access tokens' }).waitFor()
    await page.getByRole('button', { name: 'New token' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('User').fill('patient')
    const held = Promise.withResolvers<Route>()
    await page.route('**/v1/tokens', (route) => held.resolve(route), { times: 1 })
    await dialog.getByRole('button', { name: 'Create' }).click()
    const making = await held.promise
    await page.keyboard.press('Escape')
    await making.continue()
    await dialog.locator('.secret').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('row', { name: /^patient/ }).waitFor()
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
    await dialog.getByLabel('somebody reads for long').check()
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
    await dialog.getByLabel('somebody reads for long').uncheck()
    await dialog.getByLabel('How soon').selectOption('Gathered, each morning')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await alert
      .getByText('Tells each morning that somebody reaches the goal; only of people with owner “Tom Reed”.')
      .waitFor()
    await alert.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No alert yet').waitFor()
  })

  test('what is deleted asks no more, and leaves the focus in the list, however late its list is read again', async () => {
    const hook = (n: number) => `http://127.0.0.1:65500/late/${n}`
    for (const n of [1, 2]) {
      await motif().request('POST', '/v1/webhooks', { body: { url: hook(n), events: ['visit.started'] } })
      await motif().request('POST', '/v1/alerts', { body: { to: { slack: hook(n) }, when: ['goal'] } })
    }
    await using opened = await motif().open('/console/settings')
    const { page } = opened
    const dialog = page.getByRole('dialog')
    for (const [name, path] of [
      ['Webhooks', '**/v1/webhooks'],
      ['Alerts', '**/v1/alerts'],
    ] as const) {
      const listed = page.getByRole('region', { name }).locator('.webhooks > li')
      const first = listed.filter({ hasText: 'te/1' })
      await first.getByRole('button', { name: 'Delete' }).click()
      const reading = Promise.withResolvers<void>()
      await page.route(path, (route) =>
        route.request().method() === 'GET' ? reading.promise.then(() => route.continue()) : route.continue(),
      )
      await dialog.getByRole('button', { name: 'Delete' }).click()
      await dialog.waitFor({ state: 'detached' })
      expect(await first.count()).toBe(1)
      reading.resolve()
      await first.waitFor({ state: 'detached' })
      await expect
        .poll(() => listed.evaluateAll((all) => all.some((each) => each === document.activeElement)))
        .toBe(true)
    }
  })

  test('the role that somebody was given is shown before the team was read again, and a link of somebody removed is not', async () => {
    await using opened = await motif().open('/console/settings')
    const { page } = opened
    opened.expected.push(/status of 500/)
    const team = page.getByRole('region', { name: 'Team' })
    await team.getByLabel('Name').fill('Rolf Role')
    await team.getByLabel('Address').fill('rolf@acme.example')
    await team.getByRole('button', { name: 'Invite' }).click()
    await team.getByText('send Rolf Role this link yourself').waitFor()
    const role = team.getByLabel('Role of Rolf Role')
    const reading = Promise.withResolvers<void>()
    await page.route('**/v1/members', (route) => reading.promise.then(() => route.continue()))
    const changed = page.waitForResponse(/members\/\w+$/)
    await role.selectOption('editor')
    await (await changed).finished()
    await expect.poll(() => role.isEnabled()).toBe(true)
    expect(await role.inputValue()).toBe('editor')
    reading.resolve()
    await page.route(
      /members\/\w+$/,
      (route) => route.fulfill({ status: 500, json: { message: 'Broken.' } }),
      {
        times: 1,
      },
    )
    await role.selectOption('viewer')
    await team.getByText('Broken.').waitFor()
    await expect.poll(() => role.inputValue()).toBe('editor')
    await team.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => role.inputValue()).toBe('viewer')
    await expect.poll(() => team.getByText('Broken.').count()).toBe(0)
    await team.getByRole('button', { name: 'Remove Rolf Role' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await expect.poll(() => team.getByText('Rolf Role').count()).toBe(0)
  })

  test('an alert whose receiver cannot be reached says so, and what to look at', async () => {
    const gone = await startLocalServer(() => undefined)
    await gone[Symbol.asyncDispose]()
    await motif().request('POST', '/v1/alerts', {
      body: { to: { teams: `${gone.url}/workflows/1` }, when: ['page-broken'] },
    })
    await using opened = await motif().open('/console/settings')
    const alert = opened.page.getByRole('listitem').filter({ hasText: '…ws/1' })
    await alert.getByRole('button', { name: 'Test' }).click()
    await alert.getByText('Teams was not reached').waitFor()
    await alert.getByText('Look at the address: copy it again from Teams.').waitFor()
  })

  test('nothing moves while a button is pressed, so that an answer does not cost the click', async () => {
    await using opened = await motif().open('/console')
    const { page } = opened
    // A press holds the screen for a second: of the page's time, not of a busy machine's.
    await page.clock.install()
    await page.reload()
    const asked = Promise.withResolvers<void>()
    const pressed = Promise.withResolvers<void>()
    await page.route('**/v1/alerts', async (route) => {
      asked.resolve()
      await pressed.promise
      await route.continue()
    })
    await page.getByRole('link', { name: 'Settings' }).click()
    const button = page.getByRole('button', { name: 'New token' })
    await page.getByRole('columnheader', { name: 'User' }).waitFor()
    await asked.promise
    await expect.poll(() => page.locator('.loading').count()).toBe(1)
    await page.clock.pauseAt(Date.now() + 1000)
    await button.hover()
    const before = await button.boundingBox()
    await page.mouse.down()
    const answered = page.waitForResponse('**/v1/alerts')
    pressed.resolve()
    await (await answered).finished()
    // Time enough for the alerts to be shown, if they were.
    await page.clock.runFor(500)
    expect(await button.boundingBox()).toEqual(before)
    await page.mouse.up()
    await page.clock.resume()
    await page.getByRole('dialog').getByLabel('User').waitFor()
    await page.getByText('No alert yet').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()

    // A control that stays down does not keep the screen from changing.
    await page.getByRole('link', { name: 'Today' }).first().hover()
    await page.mouse.down()
    await page.goBack()
    await heading(page, 'Today')
    await page.mouse.up()
  })

  test('what is typed into two fields while a button is pressed is kept', async () => {
    await using opened = await motif().open('/console/settings')
    const { page } = opened
    await page.getByRole('button', { name: 'New alert' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('clicked Book a demo').waitFor()
    await dialog.getByRole('button', { name: 'Create' }).hover()
    await page.mouse.down()
    await dialog.getByLabel('Column of the list').fill('owner')
    await dialog.getByLabel('Says').fill('Tom Reed')
    await page.mouse.move(0, 0)
    await page.mouse.up()
    await dialog.getByLabel('How soon').selectOption('Gathered, each morning')
    expect(await dialog.getByLabel('Column of the list').inputValue()).toBe('owner')
    expect(await dialog.getByLabel('Says').inputValue()).toBe('Tom Reed')
  })
})
