import { expect, test } from 'vitest'
import { invite, makeCampaign } from './invite.ts'
import { consoleOf, heading, report } from './opened.ts'

const motif = consoleOf('hostile')

/** Whatever shows it as markup asks for the picture, and runs what it says. */
const markup = '<img src=/gone.png onerror=document.title=1>"><b>Eve</b>'

test('markup in what comes from outside is shown as text on every screen', async () => {
  const { service } = motif()
  const additional = { name: `${markup} Name`, company: `${markup} Ltd`, role: markup, [markup]: markup }
  const { prospect, pattern } = await invite(motif(), { email: 'eve@outside.example', additional })
  await report(service, pattern, 'one', [
    { seq: 1, item: 'reserve', type: 'click', at: 4000, button: 'primary' },
  ])
  const line = (text: string) => `"${text.replaceAll('"', '""')}"`
  const list = `E-mail;Name;${line(markup)}\nmallory@outside.example;${line(markup)};${line(markup)}\n${line(markup)};;\n`
  const id = await makeCampaign(motif(), `${markup} Fair`, list)
  await using opened = await motif().open('/console')
  const { page } = opened
  const asked: string[] = []
  page.on('request', (each) => asked.push(each.url()))
  const screens: Record<string, RegExp> = {
    '': /<b>Eve<\/b> Name/,
    '/campaigns': /<b>Eve<\/b> Fair/,
    [`/campaigns/${id}`]: /<b>Eve<\/b>/,
    [`/campaigns/${id}?tab=problems`]: /<b>Eve<\/b>/,
    '/people': /<b>Eve<\/b> Name/,
    [`/people/${prospect}`]: /<b>Eve<\/b> Ltd/,
  }
  for (const [screen, shown] of Object.entries(screens)) {
    await page.goto(`${service.url}/console${screen}`)
    await page.getByText(shown).first().waitFor()
    expect(await page.locator('b:has-text("Eve"), img').count()).toBe(0)
  }
  expect(asked.filter((url) => url.includes('gone.png'))).toEqual([])
  await heading(page, `${markup} Name`)
})

test('the console’s policy allows no script but its own, and no page to frame it', async () => {
  const answer = await fetch(`${motif().service.url}/console`)
  const policy = answer.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).toContain("require-trusted-types-for 'script'")
  expect(policy).not.toMatch(/unsafe-(inline|eval)/)
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(answer.headers.get('referrer-policy')).toBeTruthy()
})
