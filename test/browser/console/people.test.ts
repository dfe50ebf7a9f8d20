import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createProspect } from '../../support/records.ts'
import { invite, makeCampaign } from './invite.ts'
import { consoleOf, downloaded, filled, heading, report } from './opened.ts'

const motif = consoleOf('people')

describe('people', () => {
  test('a person is found, shows what they did, and can be erased', async () => {
    const { prospect, pattern } = await invite(motif(), {
      email: 'jane.doe@acme.example',
      additional: { name: 'Jane Doe', favourite_colour: 'green', phone: '+49 (0)30 1234-56' },
    })
    await report(motif().service, pattern, 'one', [
      { seq: 1, item: 'headline', type: 'view', at: 1300 },
      { seq: 2, item: 'reserve', type: 'click', at: 4000, button: 'primary' },
      { seq: 3, item: 'price-list', type: 'duration', at: 8000, ms: 4800 },
    ])
    const quiet = {
      v: 1,
      pattern,
      visit: 'quiet'.padEnd(22, 'A'),
      sent: 900,
      input: false,
      visible: 900,
      events: [],
    }
    const { status } = await motif().request('POST', '/e', { body: quiet })
    expect(status).toBe(204)

    await using opened = await motif().open('/console/people?search=jane')
    const { page } = opened
    await page.getByRole('link', { name: 'Jane Doe' }).click()
    await heading(page, 'Jane Doe')
    const mail = page.getByRole('link', { name: 'jane.doe@acme.example' })
    expect(await mail.getAttribute('href')).toBe('mailto:jane.doe@acme.example')
    const call = page.getByRole('link', { name: '+49 (0)30 1234-56' })
    expect(await call.getAttribute('href')).toBe('tel:+4930123456')
    await page.getByText('green').waitFor()
    await page.getByText(/^Visited /).waitFor()
    await page.getByText('not yet decided whether a person or a machine').waitFor()
    await page.getByRole('list', { name: 'Time read' }).getByText('price list').waitFor()
    await page.getByRole('link', { name: 'People' }).first().click()
    await page.getByLabel('Search people').fill('jane')
    await expect.poll(() => new URL(page.url()).search).toBe('?search=jane')
    // Who goes on to the links sees the links of the same people.
    await page.getByRole('link', { name: 'Links', exact: true }).click()
    await expect.poll(() => new URL(page.url()).search).toBe('?tab=links&search=jane')
    await page.getByRole('link', { name: 'Everybody' }).click()
    await page
      .getByRole('row', { name: /Jane Doe/ })
      .getByRole('link')
      .click()
    await page.goBack()
    expect(await page.getByLabel('Search people').inputValue()).toBe('jane')
    await page.goForward()
    await page.getByText('read price list for 5 s').waitFor()
    const look = page.getByRole('link', { name: 'Look at this page, in a new tab' })
    expect(await look.getAttribute('href')).toContain('motif-preview')

    await page.getByRole('button', { name: 'Erase' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Erase' }).click()
    await page.getByRole('heading', { name: 'Receipt' }).waitFor()
    await page.getByText('Links and their pages').waitFor()
    const download = await downloaded(page, page.getByRole('link', { name: 'Download receipt' }))
    expect(download.suggestedFilename()).toBe(`receipt-${prospect}.txt`)
    const receipt = readFileSync(await download.path(), 'utf8')
    expect(receipt).toContain(`Number of the person: ${prospect}`)
    expect(receipt).not.toMatch(/jane|acme/i)
    expect((await motif().request('GET', `/v1/prospects/${prospect}`)).status).toBe(404)
  })

  test('words are changed for one person, it is said who did it, and they are given back', async () => {
    const { prospect, pattern } = await invite(motif(), {
      email: 'words@acme.example',
      additional: { name: 'Wanda Words', company: 'Acme' },
    })
    const shown = async () => {
      const { body } = await motif().request<{ content: { payload: string }[] }>('GET', `/p/${pattern}`)
      return body.content.map(({ payload }) => payload)
    }
    const made = await shown()
    await using opened = await motif().open(`/console/people/${prospect}`)
    const { page } = opened
    opened.expected.push(filled, /status of 400/)
    await page.locator('summary', { hasText: /^Words$/ }).click()
    const words = page.getByRole('region', { name: 'Words' })
    const first = words.getByRole('listitem').first()
    await first.getByRole('button', { name: /^Change / }).click()
    const field = first.getByRole('textbox')
    expect(await field.inputValue()).toBe(made[0])
    await field.fill('   ')
    await first.getByRole('button', { name: 'Save for this person' }).click()
    await first.getByText('nothing of it would be seen').waitFor()
    await field.fill('Wanda, this is yours')
    // What was saved is shown, however late the words are read again.
    const reading = Promise.withResolvers<void>()
    await page.route(/items$/, (route) => reading.promise.then(() => route.continue()))
    await first.getByRole('button', { name: 'Save for this person' }).click()
    await first.locator('.said', { hasText: 'Wanda, this is yours' }).waitFor()
    expect(await first.getByText('changed by ada').count()).toBe(0)
    reading.resolve()
    await first.getByText('changed by ada').waitFor()
    await expect.poll(shown).toEqual(['Wanda, this is yours', ...made.slice(1)])
    await words.getByText('Who changed what').click()
    await words.getByText(/^ada, .* says$/).waitFor()
    await first.getByRole('button', { name: /^Undo the change of / }).click()
    await expect.poll(shown).toEqual(made)
  })

  test('a page can be looked at while its campaign is a draft, and while it is paused', async () => {
    const list = 'E-mail,Name\nnot-yet@acme.example,Nora Notyet\n'
    const id = await makeCampaign(motif(), 'Not yet', list, { status: 'draft' })
    await using opened = await motif().open('/console/people?search=notyet')
    const { page } = opened
    await page.getByRole('link', { name: 'Nora Notyet' }).click()
    const look = page.getByRole('link', { name: 'Look at this page, in a new tab' })
    const address = async () => (await look.getAttribute('href')) ?? ''
    const made = /^\/v1\/content\/[0-9a-f]{24}\/page$/
    await expect.poll(address).toMatch(made)
    const change = (status: string) => motif().request('PATCH', `/v1/campaigns/${id}`, { body: { status } })
    await change('open')
    await page.reload()
    await expect.poll(address).toContain('motif-preview')
    await change('paused')
    await page.reload()
    await expect.poll(address).toMatch(made)
    await page.goto(`${motif().service.url}/console/campaigns/${id}`)
    await expect.poll(address).toMatch(made)
  })

  test('a list is as long as it was, and where it was, when one comes back from somebody', async () => {
    const { service, request } = motif()
    for (let n = 0; n < 120; n++)
      await createProspect(
        { ...service, request },
        { email: `long${n}@list.example`, additional: { name: `Long List ${n}` } },
      )
    await using opened = await motif().open('/console/people?search=long+list&sort=name')
    const { page } = opened
    await page.getByText('The first 100 people').waitFor()
    await page.getByRole('button', { name: 'Show more' }).click()
    await page.getByText('120 people', { exact: true }).waitFor()
    const last = page.getByRole('link', { name: 'Long List 99' })
    await last.click()
    await heading(page, 'Long List 99')
    await page.goBack()
    await heading(page, 'People')
    await page.getByText('120 people', { exact: true }).waitFor()
    const isSeen = (element: Element) => {
      const { top, bottom } = element.getBoundingClientRect()
      return top >= 0 && bottom <= innerHeight
    }
    await expect.poll(() => last.evaluate(isSeen)).toBe(true)
    // Whoever comes to it again begins at its beginning.
    await page.getByRole('link', { name: 'Templates' }).first().click()
    await page.getByRole('link', { name: 'People' }).first().click()
    await page.getByText('The first 100 people').waitFor()
    expect(await page.evaluate(() => scrollY)).toBe(0)
  })
})
