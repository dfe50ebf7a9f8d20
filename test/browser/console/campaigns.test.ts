import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Route } from 'playwright'
import { describe, expect, test } from 'vitest'
import { written } from '../../service/campaigns/workbooks.ts'
import { startLocalServer } from '../../support/local-server.ts'
import { consoleOf, heading } from './opened.ts'

const motif = consoleOf('campaigns')

/** Chromium, where a test fills in what can be edited; typing and pasting do not. */
const filled = /Applying inline style/
/** Chromium, of a page that is looked at without its scripts. */
const sandboxed = /Content Security Policy|sandboxed/

/** A draft campaign of some people whose pages are made. */
async function draftOf(
  name: string,
  template: string,
  people: number,
): Promise<{ id: string; path: string }> {
  const { request } = motif()
  const { body } = await request<{ id: string }>('POST', '/v1/campaigns', {
    body: { name, template, language: 'en', status: 'draft' },
  })
  const path = `/v1/campaigns/${body.id}`
  const lines = Array.from({ length: people }, (_, n) => `${name}${n}@acme.example,Person ${n},Acme ${n}`)
  await request('POST', `${path}/people`, {
    body: ['email,name,company', ...lines].join('\n'),
    headers: { 'content-type': 'text/csv' },
  })
  const completed = async () => (await request<{ completed: number }>('GET', path)).body.completed
  await expect.poll(completed).toBe(people)
  return { id: body.id, path }
}

const list = `E-mail;First Name;Last Name;Company;Role
anna@north.example;Anna;Berg;North Wind;CTO
Anna@North.example;Anna;Berg;North Wind;
ben@gmail.com;Ben;Cole;;
nobody;;;;
`

describe('a campaign', () => {
  test('a pasted list becomes people with links, lines that cannot be used are told, files can be downloaded', async () => {
    await using opened = await motif().open('/console/campaigns')
    const { page } = opened
    await page.getByText('No campaign yet').waitFor()
    await page.getByRole('button', { name: 'New campaign' }).click()
    await heading(page, 'New campaign')
    await page.getByLabel('Name').fill('Spring launch')
    await page.getByLabel('Language').selectOption('de')
    await page.getByLabel('Or paste it').fill('E-mail;Name\nanna@north.example;Anna Berg\n')
    const unnamed = page.getByText(/^launch also uses the job title, which is not in this list/)
    await unnamed.waitFor()
    await page.getByLabel('Or paste it').fill(list)
    await unnamed.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Create' }).dblclick()

    await heading(page, 'Spring launch')
    await page.getByText('1 duplicate merged').waitFor()
    await page
      .getByRole('row', { name: /Anna Berg/ })
      .getByRole('link', { name: /Look/ })
      .waitFor()
    await page.getByRole('link', { name: 'Problems (1)' }).click()
    await page.getByRole('row', { name: /nobody/ }).waitFor()
    await page.getByRole('link', { name: 'Missing values' }).click()
    await page.getByText('1 person has no text').waitFor()
    await page.getByText(/not known of 1 person, who reads “, meet Launch”/).waitFor()
    await page.getByRole('link', { name: 'Show everybody who lacks something' }).click()
    const invited = page.getByRole('table', { name: 'People of the campaign' })
    await invited.getByRole('link', { name: '1 missing value' }).first().waitFor()
    expect(await invited.getByRole('row', { name: /missing value/ }).count()).toBe(
      (await invited.getByRole('row').count()) - 1,
    )
    await page.getByRole('link', { name: 'Show everybody' }).click()
    await invited.getByRole('row', { name: /Anna Berg/ }).waitFor()
    await page.goBack()
    await page.goBack()
    await page.goBack()
    await page.getByRole('row', { name: /nobody/ }).waitFor()

    await page.getByText('draft', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Download links' }).click()
    const question = page.getByRole('dialog')
    await question.getByText('show the page as it is').waitFor()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('link', { name: 'Download links' }).click()
    const [early] = await Promise.all([
      page.waitForEvent('download'),
      question.getByRole('button', { name: 'Download links' }).click(),
    ])
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await page.getByText('open', { exact: true }).waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download links' }).click(),
    ])
    for (const file of [early, download]) {
      expect(file.suggestedFilename()).toBe('spring-launch-links.csv')
      expect(readFileSync(await file.path(), 'utf8')).toContain('https://www.example.com/launch?pattern=')
    }

    await page.getByRole('link', { name: 'Campaigns', exact: true }).first().click()
    await heading(page, 'Campaigns')
    await page.getByRole('link', { name: 'Spring launch' }).waitFor()
    expect(await page.getByRole('link', { name: 'Spring launch' }).count()).toBe(1)
  })

  test('before a list is sent, its columns are shown with the first rows, can be corrected, and what cannot be used is told', async () => {
    await using opened = await motif().open('/console/campaigns?new=1')
    const { page } = opened
    opened.expected.push(/status of 400/)
    await page.getByLabel('Name').fill('Corrected')
    const buffer = Buffer.from(
      'Kontaktpunkt;Firma;Privat\nkora@kontakt.example;Kern AG;kora@home.example\nben@b.example;;ben@home.example\nnobody;Leer;\n',
    )
    const choose = () =>
      page.getByLabel('List of people').setInputFiles({ name: 'contacts.csv', mimeType: 'text/csv', buffer })
    await choose()
    await page.getByText('More than one column has addresses').waitFor()
    await page.getByRole('row', { name: /Kontaktpunkt.*kora@kontakt\.example/ }).waitFor()
    await page.getByRole('button', { name: 'Create' }).click()
    await expect.poll(() => page.getByText('More than one column has addresses').count()).toBe(2)
    await page.getByLabel('Meaning of column 1').selectOption('E-mail address')
    await page.getByText('2 people · 1 without a company · 1 line to correct').waitFor()
    await page.getByText('1 line: Kontaktpunkt: is no e-mail address.').waitFor()
    await page.getByText('Line 4: nobody;Leer').waitFor()
    await page.getByText('contacts.csv').waitFor()
    await page.getByText('3 lines, separated by semicolons, UTF-8').waitFor()
    await page.getByLabel('Meaning of column 3').selectOption('Leave out')
    await page.getByRole('button', { name: 'Create' }).click()
    await heading(page, 'Corrected')
    await page.getByRole('row', { name: /kora@kontakt\.example/ }).waitFor()
    await page.getByRole('link', { name: 'Problems (1)' }).click()
    await page.getByRole('row', { name: /nobody,Leer/ }).waitFor()
    await page.getByText('Add people').click()
    await choose()
    await expect.poll(() => page.getByText('as you said before').count()).toBe(2)
    await page.getByText('2 people · 1 without a company · 1 line to correct').waitFor()
    const { body } = await motif().request<{ campaigns: { name: string }[] }>('GET', '/v1/campaigns')
    expect(body.campaigns.filter(({ name }) => name === 'Corrected')).toHaveLength(1)
  })

  test('a column with most of the addresses is taken at a click, and all of a long list is counted', async () => {
    await using opened = await motif().open('/console/campaigns?new=1')
    const { page } = opened
    const rows = Array.from({ length: 4000 }, (_, n) => `,p${n}@acme.example,${'x'.repeat(80)}`)
    await page.getByLabel('List of people').setInputFiles({
      name: 'long.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`E-Mail,Sent to,Note\nnobody@acme.example,,\n${rows.join('\n')}\n`),
    })
    await page.getByText('1 person · 1 without a company · 4,000 lines to correct').waitFor()
    await page.getByText('4,000 lines: E-Mail is empty, but Sent to has an address.').waitFor()
    expect(await page.getByText('is empty').count()).toBe(1)
    await page.getByRole('button', { name: 'Take Sent to for the e-mail address' }).click()
    await page.getByText('4,000 people · 4,000 without a company · 1 line to correct').waitFor()
  })

  test('a workbook is read from its first sheet, and its people are invited', async () => {
    await using opened = await motif().open('/console/campaigns?new=1')
    const { page } = opened
    // Larger than what is sent of a text to look at.
    const rows = Array.from({ length: 200 }, (_, n) => [
      `w${n}@acme.example`,
      `Wer ${n}`,
      randomBytes(1500).toString('base64'),
    ])
    await page.getByLabel('Name').fill('Workbook')
    await page.getByLabel('List of people').setInputFiles({
      name: 'people.xlsx',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: written([['E-Mail', 'Name', 'Note'], ...rows]),
    })
    await page.getByText('200 lines, from the sheet “People”').waitFor()
    await page.getByText('200 people').waitFor()
    await page.getByRole('button', { name: 'Create' }).click()
    await heading(page, 'Workbook')
    await page.getByRole('row', { name: /Wer 0/ }).waitFor()
  })

  test('a file may be dropped anywhere, and what is no list is told at once', async () => {
    await using opened = await motif().open('/console/campaigns?new=1')
    const { page } = opened
    opened.expected.push(/status of 400/)
    await page.getByLabel('Name').fill('Dropped')
    const drop = async (name: string, text: string) => {
      const transfer = await page.evaluateHandle(
        ([name, text]) => {
          const transfer = new DataTransfer()
          transfer.items.add(new File([text ?? ''], name ?? ''))
          return transfer
        },
        [name, text],
      )
      await page.getByRole('heading', { level: 1 }).dispatchEvent('drop', { dataTransfer: transfer })
    }
    await drop('people.pdf', '%PDF-1.7')
    await page.getByText('The list is a PDF: save it as a workbook (.xlsx) or as CSV').waitFor()
    await drop('people.csv', 'email,name\ndora@drop.example,Dora\n')
    await page.getByText('Each line can be used.').waitFor()
    expect(await page.getByLabel('Name').inputValue()).toBe('Dropped')
  })

  test('one with nobody in it asks for its list at once', async () => {
    const { body } = await motif().request<{ id: string }>('POST', '/v1/campaigns', {
      body: { name: 'Empty fair', template: 'launch', language: 'en' },
    })
    await using opened = await motif().open(`/console/campaigns/${body.id}`)
    const { page } = opened
    await page.getByLabel('Or paste it').fill(list)
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page
      .getByText(/4 lines read, 2 people in them: 2 new, 0 updated, 0 unchanged\. 1 duplicate merged/)
      .waitFor()
    await page.getByRole('row', { name: /Anna Berg/ }).waitFor()
  })

  test('a line that could not be used is corrected in its place, or set aside after a question', async () => {
    const { body } = await motif().request<{ id: string }>('POST', '/v1/campaigns', {
      body: { name: 'Mended fair', template: 'launch', language: 'en' },
    })
    await motif().request('POST', `/v1/campaigns/${body.id}/people`, {
      body: 'Name,Company,E-mail\nMara Mended,Mill AG,mara(at)mill.example\nNobody,,\n',
      headers: { 'content-type': 'text/csv' },
    })
    await using opened = await motif().open(`/console/campaigns/${body.id}?tab=problems`)
    const { page } = opened
    opened.expected.push(/status of 400/)
    const line = page.getByRole('row', { name: /mara\(at\)mill/ })
    await line.getByRole('button', { name: 'Correct line 2' }).click()
    await expect.poll(() => line.getByLabel('Company').inputValue()).toBe('Mill AG')
    await line.getByRole('button', { name: 'Save' }).click()
    await line.getByText('is no e-mail address').last().waitFor()
    await line.getByLabel('E-mail address').fill('mara@mill.example')
    await line.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Mara Mended is invited now.').waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download these lines' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('mended-fair-problems.csv')
    await page.getByRole('button', { name: 'Set aside line 3' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Set aside' }).click()
    await page.getByText('Every line could be read').waitFor()
    await page.getByRole('link', { name: 'People', exact: true }).last().click()
    await page.getByRole('row', { name: /Mara Mended.*Mill AG/ }).waitFor()
  })

  test('it can be paused and opened again, ends after a question, and is deleted after one', async () => {
    const { body } = await motif().request<{ id: string }>('POST', '/v1/campaigns', {
      body: { name: 'Autumn fair', template: 'launch', language: 'en' },
    })
    await using opened = await motif().open(`/console/campaigns/${body.id}`)
    const { page } = opened
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByText('paused', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Open again' }).click()
    await page.getByRole('button', { name: 'Pause' }).waitFor()
    await page.getByRole('button', { name: 'End', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'End', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'End' }).click()
    await page.getByText('ended', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await heading(page, 'Campaigns')
    await expect.poll(() => page.getByRole('link', { name: 'Autumn fair' }).count()).toBe(0)
  })

  test('it says how many people get the words of each case, and how many get nobody’s', async () => {
    const yaml = [
      'page: https://www.example.com/cases',
      'languages: [en]',
      'content:',
      '  - name: Quote',
      '    selector: blockquote',
      '    type: text',
      '    for:',
      '      - { when: { industry: Retail }, payload: For shops }',
      '      - { when: { industry: Shipping }, payload: For ships }',
    ].join('\n')
    await motif().request('PUT', '/v1/templates/cases', { body: { yaml } })
    const { body } = await motif().request<{ id: string }>('POST', '/v1/campaigns', {
      body: { name: 'Cases', template: 'cases', language: 'en' },
    })
    const lines = ['Retail', 'Retail', 'Shipping', '', 'Wind'].map((of, at) => `p${at}@c.example,${of}\n`)
    await motif().request('POST', `/v1/campaigns/${body.id}/people`, {
      body: `email,industry\n${lines.join('')}`,
      headers: { 'content-type': 'text/csv' },
    })
    await using opened = await motif().open(`/console/campaigns/${body.id}?tab=gaps`)
    await opened.page
      .getByText(/Quote: 2 people get the words for .*Retail.*; 1 those for .*Shipping.*; 2 get nobody’s/)
      .waitFor()
  })

  test('the pages of a draft are looked at one after the other by keys, as they are made, before it is opened', async () => {
    let asked = 0
    await using landing = await startLocalServer((_request, response) => {
      asked++
      response.setHeader('content-type', 'text/html')
      response.end(
        `<!doctype html><html><head><meta http-equiv="Content-Security-Policy" content="default-src 'none'"></head>
        <body><h1>Welcome</h1><p>Ours</p><script>document.querySelector('h1').textContent = 'By a script'</script></body></html>`,
      )
    })
    const yaml = [
      `page: ${landing.url}/spring`,
      'languages: [en]',
      'content:',
      '  - { name: Headline, selector: h1, type: text, payload: "Hello {{ prospect.name }}" }',
      '  - { name: Branch, selector: p, type: text, payload: "{{ prospect.industry }}" }',
    ].join('\n')
    await motif().request('PUT', '/v1/templates/looked-at', { body: { yaml } })
    const { body } = await motif().request<{ id: string }>('POST', '/v1/campaigns', {
      body: { name: 'Looked at', template: 'looked-at', language: 'en', status: 'draft' },
    })
    const path = `/v1/campaigns/${body.id}`
    await motif().request('POST', `${path}/people`, {
      body: 'email,name,industry\na@l.example,Ann,Retail\nb@l.example,Ben,\nc@l.example,Cleo,Shipping\n',
      headers: { 'content-type': 'text/csv' },
    })
    const campaign = () => motif().request<{ completed: number }>('GET', path)
    await expect.poll(async () => (await campaign()).body.completed).toBe(3)
    await using opened = await motif().open(`/console/campaigns/${body.id}`)
    const { page } = opened
    opened.expected.push(sandboxed)
    await page.getByText('3 pages wait to be looked at').waitFor()
    await page.getByRole('link', { name: 'Review' }).click()
    await heading(page, 'Review')
    const shows = (name: string, text: string) =>
      page
        .frameLocator(`iframe[title="Page of ${name}"]:not([hidden])`)
        .getByText(text, { exact: true })
        .waitFor()
    await shows('Ann', 'Hello Ann')
    await shows('Ann', 'Retail')
    // Words for her alone, without the mouse: the page shows them at once.
    await page.keyboard.press('c')
    await page.getByRole('button', { name: 'Change Headline', exact: true }).click()
    await page.getByRole('textbox', { name: 'Headline' }).fill('Dear Ann')
    await page.getByRole('button', { name: 'Save for this person' }).click()
    await shows('Ann', 'Dear Ann')
    await page.getByText('changed by ada').waitFor()
    await page.getByText('Who changed what').waitFor()
    await page.getByRole('button', { name: 'Undo the change of Headline' }).click()
    await shows('Ann', 'Hello Ann')
    await page.keyboard.press('c')
    await page.getByRole('region', { name: 'Words for this person' }).waitFor({ state: 'detached' })
    expect(await page.locator('iframe[title="Page of Ben"][hidden]').count()).toBe(1)
    await page.keyboard.press('a')
    await shows('Ben', 'Hello Ben')
    await shows('Ben', 'Ours')
    await page.getByText('Branch: no text, as a value in it is not known').waitFor()
    await page.getByText('1 of 3 pages approved').waitFor()
    await page.keyboard.press('s')
    await shows('Cleo', 'Shipping')
    await page.keyboard.press('ArrowLeft')
    await shows('Ben', 'Hello Ben')
    await page.keyboard.press('ArrowRight')
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByText('That was the last page').waitFor()
    await page.getByLabel('Only those with something missing (1)').check()
    await shows('Ben', 'Hello Ben')
    await page.keyboard.press('a')
    await page.getByText('That was the last page').waitFor()
    await page.getByRole('link', { name: 'Back to the campaign' }).click()
    await page.getByText('Every page is approved: open it.').waitFor()
    expect((await campaign()).body).toMatchObject({ status: 'draft', came: 0 })
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await page.getByText('open', { exact: true }).waitFor()
    // Once for all the people who were looked at, and each time when the campaign was opened.
    await expect.poll(() => asked).toBe(3)
  })

  test('who has typed words for one person is asked to save them before the page is approved', async () => {
    const { id, path } = await draftOf('Typed', 'launch', 2)
    const reviews = async () =>
      (await motif().request<{ people: { review: string }[] }>('GET', `${path}/people`)).body.people.map(
        ({ review }) => review,
      )
    await using opened = await motif().open(`/console/campaigns/${id}?review=1`)
    const { page } = opened
    opened.expected.push(filled, sandboxed)
    await page.getByText('1 · Person 0').waitFor()
    await page.getByRole('button', { name: 'Words' }).click()
    await page.getByRole('button', { name: 'Change Headline', exact: true }).click()
    const field = page.getByRole('textbox', { name: 'Headline' })
    await field.fill('Dear Person 0')
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByRole('alert').getByText('save or cancel them, then approve').waitFor()
    await page.getByText('1 · Person 0').waitFor()
    await page.getByRole('button', { name: 'Skip' }).click()
    await page.getByText('2 · Person 1').waitFor()
    expect(await field.count()).toBe(0)
    await page.getByRole('button', { name: 'Words' }).click()
    await page.getByRole('button', { name: 'Back' }).click()
    await page.getByText('1 · Person 0').waitFor()
    await page.keyboard.press('a')
    expect(await field.inputValue()).toBe('Dear Person 0')
    await page.getByText('1 · Person 0').waitFor()
    expect(await reviews()).toEqual(['waiting', 'waiting'])
    await page.getByRole('button', { name: 'Save for this person' }).click()
    await page.getByText('changed by ada').waitFor()
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByText('1 of 2 pages approved').waitFor()
    await expect.poll(reviews).toEqual(['approved', 'waiting'])
  })

  test('a page that was still being made when the list was read is approved as it is shown', async () => {
    const { id, path } = await draftOf('Making', 'launch', 2)
    await using opened = await motif().open('/console')
    const { page } = opened
    opened.expected.push(sandboxed)
    const list = (await motif().request<{ people: object[] }>('GET', `${path}/people?review=waiting`)).body
    const before = { status: 'generating', updatedAt: new Date(1).toISOString() }
    const people = list.people.map((person) => ({ ...person, ...before }))
    await page.route(/\/people\?review=waiting/, (route) => route.fulfill({ json: { ...list, people } }))
    const read = page.waitForResponse(/\/people\?.*content=/)
    await page.goto(`${new URL(page.url()).origin}/console/campaigns/${id}?review=1`)
    await page.getByText('1 · Person 0').waitFor()
    await (await read).finished()
    await page.keyboard.press('a')
    await page.getByText('1 of 2 pages approved').waitFor()
    const now = async () => (await motif().request('GET', `${path}/people`)).body
    await expect.poll(now).toMatchObject({ people: [{ review: 'approved' }, { review: 'waiting' }] })
  })

  test('a page that was made again since it was looked at is shown again, and approved once it was looked at', async () => {
    await using landing = await startLocalServer((_request, response) => {
      response.setHeader('content-type', 'text/html')
      response.end('<!doctype html><title>L</title><h1>Welcome</h1>')
    })
    const { request } = motif()
    const say = (words: string) => {
      const yaml = `page: ${landing.url}/again\nlanguages: [en]\ncontent:\n  - { name: Headline, selector: h1, type: text, payload: "${words} {{ prospect.company }}" }\n`
      return request('PUT', '/v1/templates/again', { body: { yaml } })
    }
    await say('Meet')
    const { id, path } = await draftOf('Again', 'again', 2)
    const reviews = async () =>
      (await request<{ people: { review: string }[] }>('GET', `${path}/people`)).body.people.map(
        ({ review }) => review,
      )
    await using opened = await motif().open(`/console/campaigns/${id}?review=1`)
    const { page } = opened
    opened.expected.push(sandboxed, /status of 409/)
    const shows = (name: string, text: string) =>
      page
        .frameLocator(`iframe[title="Page of ${name}"]:not([hidden])`)
        .getByText(text, { exact: true })
        .waitFor()
    await shows('Person 0', 'Meet Acme 0')
    await say('To do:')
    await request('POST', `${path}/regenerate`)
    const made = async () => {
      const { body } = await request<{ people: { content: string }[] }>('GET', `${path}/people`)
      const items = body.people.map(({ content }) =>
        request<{ items: { payload: string }[] }>('GET', `/v1/content/${content}/items`),
      )
      return (await Promise.all(items)).map(({ body }) => body.items[0]?.payload)
    }
    await expect.poll(made).toEqual(['To do: Acme 0', 'To do: Acme 1'])
    await page.getByRole('button', { name: 'Approve' }).click()
    const told = page.getByRole('alert').getByText('made again since you looked at it')
    await told.waitFor()
    await page.getByText('1 · Person 0').waitFor()
    await shows('Person 0', 'To do: Acme 0')
    // Who goes on by the key does not approve what came instead of the next page.
    await page.keyboard.press('a')
    await page.getByText('0 of 2 pages approved').waitFor()
    expect(await reviews()).toEqual(['waiting', 'waiting'])
    await page.getByRole('button', { name: 'I have looked at it' }).click()
    await told.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByText('1 of 2 pages approved').waitFor()
    await expect.poll(reviews).toEqual(['approved', 'waiting'])
  })

  test('a key that is held approves one page, and opens the words once', async () => {
    const { id, path } = await draftOf('Held', 'launch', 8)
    await using opened = await motif().open(`/console/campaigns/${id}?review=1`)
    const { page } = opened
    opened.expected.push(sandboxed)
    await page.getByText('1 · Person 0').waitFor()
    for (let times = 0; times < 4; times++) await page.keyboard.down('a')
    await page.keyboard.up('a')
    await page.getByText('2 · Person 1').waitFor()
    for (let times = 0; times < 4; times++) await page.keyboard.down('c')
    await page.keyboard.up('c')
    await page.getByRole('region', { name: 'Words for this person' }).waitFor()
    const approved = async () =>
      (await motif().request<{ approved: number }>('GET', `${path}/review`)).body.approved
    await expect.poll(approved).toBe(1)
    // The arrows go on while they are held.
    for (let times = 0; times < 4; times++) await page.keyboard.down('ArrowRight')
    await page.keyboard.up('ArrowRight')
    await page.getByText('6 · Person 5').waitFor()
    expect(await approved()).toBe(1)
  })

  test('who approves page after page by one key has the next list before the end of this one, and four requests under way at most', {
    timeout: 300_000,
  }, async () => {
    const { request } = motif()
    const { body } = await request<{ id: string }>('POST', '/v1/campaigns', {
      body: { name: 'Approved fast', template: 'launch', language: 'en', status: 'draft' },
    })
    const path = `/v1/campaigns/${body.id}`
    const people = 105
    const lines = Array.from({ length: people }, (_, n) => `fast${n}@fast.example,Fast ${n}`)
    await request('POST', `${path}/people`, {
      body: ['email,name', ...lines].join('\n'),
      headers: { 'content-type': 'text/csv' },
    })
    const completed = async () => (await request<{ completed: number }>('GET', path)).body.completed
    await expect.poll(completed, { timeout: 120_000 }).toBe(people)
    await using opened = await motif().open('/console')
    const { page } = opened
    opened.expected.push(/status of/)
    const held: (() => Promise<void>)[] = []
    const hold = (route: Route) => {
      if (route.request().method() === 'POST') held.push(() => route.continue())
      else void route.continue()
    }
    await page.route(/\/review$/, hold)
    await page.route(/\/page$/, (route) => route.fulfill({ body: 'A page', contentType: 'text/html' }))
    await page.goto(`${motif().service.url}/console/campaigns/${body.id}?review=1`)
    for (let at = 1; at <= people; at++) {
      await page.getByText(`${at} ·`).waitFor()
      await page.keyboard.press('a')
      if (at === 10) {
        await expect.poll(() => held.length).toBe(4)
        await page.evaluate(() => fetch('/console'))
        expect(held).toHaveLength(4)
        await page.unroute(/\/review$/, hold)
        for (const release of held) await release()
      }
    }
    await page.getByText('That was the last page').waitFor()
    await page.getByText(`${people} of ${people} pages approved`).waitFor()
    const waiting = async () => (await request<{ waiting: number }>('GET', `${path}/review`)).body.waiting
    await expect.poll(waiting, { timeout: 60_000 }).toBe(0)
  })
})
