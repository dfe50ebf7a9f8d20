import { describe, expect, test } from 'vitest'
import { launchChromium } from '../../support/browsers/chromium.ts'
import { consoleOf, heading } from './opened.ts'

const motif = consoleOf('sign-in')

describe('signing in', () => {
  test('an access token signs in, a wrong one is told, and one comes back to where one wanted to be', async () => {
    await using opened = await motif().open('/console/people', { token: '' })
    const { page } = opened
    opened.expected.push(/status of 401/)
    await heading(page, 'Sign in')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('Paste an access token first.').waitFor()
    await page.getByLabel('Access token').fill('nonsense')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('does not know this token').waitFor()
    await page.getByLabel('Access token').fill(motif().token)
    await page.getByLabel('Access token').press('Enter')
    await heading(page, 'People')
    await page.reload()
    await heading(page, 'People')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await heading(page, 'Sign in')
    await page.reload()
    await heading(page, 'Sign in')
  })

  test('by http from another machine it is said that the console takes https, before anybody types a token', async () => {
    const browser = await launchChromium({ args: ['--host-resolver-rules=MAP motif.test 127.0.0.1'] })
    const { port } = new URL(motif().service.url)
    const url = `http://motif.test:${port}`
    for (const cookies of [[], [{ name: 'motif_session', value: 'of-a-link', url }]]) {
      const context = await browser.newContext()
      await context.addCookies(cookies)
      const page = await context.newPage()
      await page.goto(`${url}/console`)
      await heading(page, 'The console cannot be opened')
      await page.getByText('Open the console by https://').waitFor()
      await page.getByText(`ssh -L 8080:localhost:${port} motif.test`).waitFor()
      expect(await page.getByLabel('Access token').count()).toBe(0)
    }
    await browser.close()
  })

  test('old addresses lead to the console', async () => {
    await using opened = await motif().open('/results')
    await heading(opened.page, 'Today')
    expect(new URL(opened.page.url()).pathname).toBe('/console')
  })

  test('a session that ended asks to sign in, and what was typed is still there', async () => {
    await using opened = await motif().open('/console/campaigns?new=1')
    const { page } = opened
    opened.expected.push(/status of 401/)
    await page.getByLabel('Name').fill('Spring launch')
    await page.context().clearCookies()
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByText('You were signed out.').waitFor()
    await page.getByLabel('Access token').fill(motif().token)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await heading(page, 'New campaign')
    expect(await page.getByLabel('Name').inputValue()).toBe('Spring launch')
    await page.getByRole('button', { name: 'Create' }).click()
    await heading(page, 'Spring launch')
  })

  test('whoever signs in as somebody else in another tab works in nobody else’s name in the first', async () => {
    await using opened = await motif().open('/console/campaigns?new=1')
    const { page } = opened
    await page.getByLabel('Name').fill('Mine')
    const { body } = await motif().request<{ token: string }>('POST', '/v1/tokens', {
      body: { user: 'ben', role: 'editor' },
    })
    const other = await page.context().newPage()
    await page.context().clearCookies()
    await other.goto(`${motif().service.url}/console`)
    await other.getByLabel('Access token').fill(body.token)
    await other.getByRole('button', { name: 'Sign in', exact: true }).click()
    await heading(other, 'Today')
    await page.getByText('Another account was signed in in this browser.').waitFor()
    await page.getByLabel('Access token').fill(motif().token)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('Mine')
    await other.getByText('Another account was signed in in this browser.').waitFor()
    await other.reload()
    await heading(other, 'Today')
    expect(await other.getByRole('banner').textContent()).toContain('ada')
    expect(await page.getByLabel('Name').inputValue()).toBe('Mine')
  })
})
