import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createContent, createProspect } from '../../support/records.ts'
import { invite } from './invite.ts'
import { consoleOf, filled, heading, report } from './opened.ts'

const motif = consoleOf('people')

describe('people', () => {
  test('a person is found, shows what they did, appears on Today at once, and can be erased', async () => {
    const { prospect, pattern } = await invite(motif(), {
      email: 'jane.doe@acme.example',
      additional: { name: 'Jane Doe', favourite_colour: 'green', phone: '+49 (0)30 1234-56' },
    })
    await using opened = await motif().open('/console')
    const { page } = opened
    await page.getByText('Live', { exact: true }).waitFor()
    await report(motif().service, pattern, 'one', [
      { seq: 1, item: 'headline', type: 'view', at: 1300 },
      { seq: 2, item: 'reserve', type: 'click', at: 4000, button: 'primary' },
    ])
    await page.getByText(/clicked reserve on launch/).waitFor()
    await report(motif().service, pattern, 'one', [
      { seq: 3, item: 'price-list', type: 'duration', at: 8000, ms: 4800 },
    ])
    await page.getByText(/read price list for 5 s, clicked reserve/).waitFor()

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

    const write = page.getByRole('link', { name: 'Write', exact: true })
    expect(await write.getAttribute('href')).toBe('mailto:jane.doe@acme.example')
    await page.getByRole('link', { name: 'Jane Doe' }).first().click()
    await heading(page, 'Jane Doe')
    const call = page.getByRole('link', { name: '+49 (0)30 1234-56' })
    expect(await call.getAttribute('href')).toBe('tel:+4930123456')
    await page.getByText('green').waitFor()
    await page.getByText(/^Came /).waitFor()
    await page.getByText('not known yet whether a person or a machine').waitFor()
    await page.getByText('read price list for 5 s').waitFor()
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
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download receipt' }).click(),
    ])
    expect(download.suggestedFilename()).toBe(`receipt-${prospect}.txt`)
    const receipt = readFileSync(await download.path(), 'utf8')
    expect(receipt).toContain(`Number of the person: ${prospect}`)
    expect(receipt).not.toMatch(/jane|acme/i)
    expect((await motif().request('GET', `/v1/prospects/${prospect}`)).status).toBe(404)
  })

  test('whoever erases a person and gets no answer has a receipt nevertheless', async () => {
    const { prospect } = await invite(motif(), { email: 'unlucky@acme.example' })
    await using opened = await motif().open(`/console/people/${prospect}`)
    const { page } = opened
    opened.expected.push(/ERR_FAILED/, /status of 404/)
    await page.getByRole('button', { name: 'Erase' }).click()
    const dialog = page.getByRole('dialog')
    await page.route(
      '**/v1/prospects/*',
      async (route) => {
        if (route.request().method() !== 'DELETE') return route.continue()
        await motif().request('DELETE', new URL(route.request().url()).pathname)
        await route.abort()
      },
      { times: 1 },
    )
    await dialog.getByRole('button', { name: 'Erase' }).click()
    await page.getByRole('heading', { name: 'Receipt', exact: true }).waitFor()
    await page.getByText('The count of what was deleted was lost').waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download receipt' }).click(),
    ])
    expect(readFileSync(await download.path(), 'utf8')).toContain(`Number of the person: ${prospect}`)
  })

  test('somebody with more than a hundred links has all of them', async () => {
    const { prospect, pattern } = await invite(motif(), { email: 'many.links@acme.example' })
    const more = Array.from({ length: 101 }, () =>
      createContent({ ...motif().service, request: motif().request }, { prospect, template: 'launch' }),
    )
    await Promise.all(more)
    await using opened = await motif().open(`/console/people/${prospect}`)
    const links = opened.page.getByRole('table', { name: 'Links of this person' })
    await links.getByRole('link', { name: pattern }).waitFor()
    expect(await links.getByRole('row').count()).toBe(1 + 102)
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
    await first.getByRole('button', { name: /^Undo the change of / }).click()
    await expect.poll(shown).toEqual(made)
    await words.getByText('Who changed what').click()
    await words.getByText(/has the template’s words again/).waitFor()
    await words.getByText(/^ada, .* says$/).waitFor()
  })

  test('words for one person go to their own item, also if the template was changed while they were typed', async () => {
    const headline = '  - { name: Headline, selector: h1, type: text, payload: Hello }\n'
    const offer = '  - { name: Offer, selector: .offer, type: text, payload: An offer }\n'
    const store = (...items: string[]) =>
      motif().request('PUT', '/v1/templates/moving', {
        body: { yaml: `page: https://www.example.com/\nlanguages: [en]\ncontent:\n${items.join('')}` },
      })
    await store(headline)
    const invited = await invite(motif(), { email: 'moving@acme.example' }, 'moving')
    const { prospect, content: id, pattern } = invited
    const shown = async () => {
      const { body } = await motif().request<{ content: { payload: string }[] }>('GET', `/p/${pattern}`)
      return body.content.map(({ payload }) => payload)
    }
    await using opened = await motif().open(`/console/people/${prospect}`)
    const { page } = opened
    opened.expected.push(filled, /status of 409/)
    const words = page.getByRole('region', { name: 'Words' })
    await words.getByRole('button', { name: 'Change Headline' }).click()
    await words.getByRole('textbox', { name: 'Headline' }).fill('Mine')
    await store(offer, headline)
    await motif().request('POST', `/v1/content/${id}/regenerate`)
    await expect.poll(shown).toEqual(['An offer', 'Hello'])
    await words.getByRole('button', { name: 'Save for this person' }).click()
    await words.getByText('The items were changed since they were read').waitFor()
    await words.getByRole('button', { name: 'Change Offer' }).waitFor()
    expect(await words.getByRole('textbox', { name: 'Headline' }).inputValue()).toBe('Mine')
    await words.getByRole('button', { name: 'Save for this person' }).click()
    await expect.poll(shown).toEqual(['An offer', 'Mine'])
  })

  test('words that are typed for one person are there after a look at another screen', async () => {
    const { prospect } = await invite(motif(), {
      email: 'leaves@acme.example',
      additional: { name: 'Lea Leaves', company: 'Acme' },
    })
    await using opened = await motif().open(`/console/people/${prospect}`)
    const { page } = opened
    opened.expected.push(filled)
    const first = page.getByRole('region', { name: 'Words' }).getByRole('listitem').first()
    await first.getByRole('button', { name: /^Change / }).click()
    await first.getByRole('textbox').fill('Lea, this took me ten minutes')
    await page.getByRole('link', { name: 'Templates' }).first().click()
    await heading(page, 'Templates')
    await page.goBack()
    await heading(page, 'Lea Leaves')
    expect(await first.getByRole('textbox').inputValue()).toBe('Lea, this took me ten minutes')
    await first.getByRole('button', { name: 'Cancel' }).click()
    await first.getByRole('button', { name: /^Change / }).waitFor()
    await first.getByText('Lea, this took me ten minutes').waitFor({ state: 'detached' })
  })

  test('two links of one template are told apart by their campaigns', async () => {
    for (const name of ['Spring fair', 'Autumn fair']) {
      const body = { name, template: 'launch', language: 'en' }
      const { id } = (await motif().request<{ id: string }>('POST', '/v1/campaigns', { body })).body
      const headers = { 'content-type': 'text/csv' }
      const list = { body: 'E-mail,Name\ntwice@acme.example,Tina Twice\n', headers }
      expect((await motif().request('POST', `/v1/campaigns/${id}/people`, list)).status).toBe(202)
    }
    const records = () => motif().request<{ records: object[] }>('GET', '/results/content?search=twice')
    await expect.poll(async () => (await records()).body.records.length).toBe(2)
    await using opened = await motif().open('/console/people?search=twice')
    const { page } = opened
    await page.getByRole('link', { name: 'Tina Twice' }).click()
    await heading(page, 'Tina Twice')
    await page.getByText('Tina Twice from the list of Spring fair').waitFor()
    await page.getByText('acme.example from the e-mail address').waitFor()
    for (const name of ['Spring fair', 'Autumn fair'])
      await page
        .getByRole('row', { name })
        .getByRole('link', { name: /pattern=/ })
        .waitFor()
    await page.getByRole('link', { name: 'Autumn fair' }).click()
    await heading(page, 'Autumn fair')
  })

  test('a page can be looked at while its campaign is a draft, and while it is paused', async () => {
    const body = { name: 'Not yet', template: 'launch', language: 'en', status: 'draft' }
    const { id } = (await motif().request<{ id: string }>('POST', '/v1/campaigns', { body })).body
    await motif().request('POST', `/v1/campaigns/${id}/people`, {
      body: 'E-mail,Name\nnot-yet@acme.example,Nora Notyet\n',
      headers: { 'content-type': 'text/csv' },
    })
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

  test('whoever came more than a hundred times has all their visits, the latest first', async () => {
    const { prospect, pattern } = await invite(motif(), { email: 'often@acme.example' })
    for (let n = 0; n < 104; n++)
      await report(motif().service, pattern, `visit-${n}-`, [
        { seq: 1, item: 'headline', type: 'view', at: 1300 },
      ])
    await report(motif().service, pattern, 'latest', [
      { seq: 1, item: 'reserve', type: 'click', at: 4000, button: 'primary' },
    ])
    await using opened = await motif().open(`/console/people/${prospect}`)
    const { page } = opened
    const visits = page.locator('.timeline > li')
    await page.getByText('The latest 100 of 105 visits.').waitFor()
    await visits.first().getByText('clicked reserve').waitFor()
    expect(await visits.count()).toBe(100)
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect.poll(() => visits.count()).toBe(105)
  })

  test('how long ago something was goes on while the screen is open', async () => {
    await createProspect({ ...motif().service, request: motif().request }, { email: 'since@acme.example' })
    await using opened = await motif().open('/console')
    const { page } = opened
    await page.clock.install()
    await page.goto(`${motif().service.url}/console/people?search=since`)
    const row = page.getByRole('row', { name: /since@acme\.example/ })
    await row.getByText('just now').waitFor()
    await page.clock.fastForward(5 * 60_000)
    await row.getByText('5 min ago').waitFor()
    await page.clock.fastForward(3 * 24 * 3_600_000)
    await row.getByText(/day \d/).waitFor()
  })

  test('what is still being looked up of somebody is shown once it is known', async () => {
    const { service, request } = motif()
    const id = await createProspect(
      { ...service, request },
      { email: 'late@acme.example', additional: { name: 'Lara Late', role: 'Head of Lateness' } },
    )
    await using opened = await motif().open('/console')
    const { page } = opened
    await page.clock.install()
    const path = `/v1/prospects/${id}`
    const [{ role: _, ...person } = {}] = (await request<{ role?: string }[]>('GET', path)).body
    const early = [{ ...person, status: 'enriching' }]
    await page.route(`**${path}`, (route) => route.fulfill({ json: early }), { times: 1 })
    await page.goto(`${service.url}/console/people/${id}`)
    await page.getByText('more is being looked up').waitFor()
    await page.clock.fastForward(2000)
    await page.getByText('more is being looked up').waitFor({ state: 'detached' })
    await page.getByRole('definition').filter({ hasText: 'Head of Lateness' }).waitFor()
  })

  test('a search that is answered late says that it is being read, not that there is nobody', async () => {
    await invite(motif(), { email: 'sloan@late.example', additional: { name: 'Sloan Slow' } })
    await using opened = await motif().open('/console/people?search=xylophone')
    const { page } = opened
    await page.getByText('Nobody matches “xylophone”').waitFor()
    let answering = Promise.withResolvers<void>()
    await page.route(/\/v1\/prospects\?/, (route) => answering.promise.then(() => route.continue()))
    const search = page.getByLabel('Search people')
    await search.fill('')
    await expect.poll(() => page.url()).not.toContain('xylophone')
    await page.getByRole('status').getByText('Loading').waitFor()
    expect(await page.getByText('Nobody yet').count()).toBe(0)
    answering.resolve()
    const sloan = page.getByRole('row', { name: /Sloan Slow/ })
    await sloan.waitFor()
    answering = Promise.withResolvers<void>()
    await search.fill('xylophone')
    await page.getByRole('status').getByText('Loading…').waitFor()
    answering.resolve()
    await page.getByText('Nobody matches “xylophone”').waitFor()
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
    // Whoever goes on to it anew begins at its beginning.
    await page.getByRole('link', { name: 'Templates' }).first().click()
    await page.getByRole('link', { name: 'People' }).first().click()
    await page.getByText('The first 100 people').waitFor()
    expect(await page.evaluate(() => scrollY)).toBe(0)
  })
})
