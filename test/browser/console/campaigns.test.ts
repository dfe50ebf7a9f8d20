import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Route } from 'playwright'
import { describe, expect, test } from 'vitest'
import { written } from '../../service/campaigns/workbooks.ts'
import { consoleOf, heading, report } from './opened.ts'

const motif = consoleOf('campaigns')

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

  test('a file that is dropped on the screen of a campaign is seen to be taken', async () => {
    const { body } = await motif().request<{ id: string }>('POST', '/v1/campaigns', {
      body: { name: 'Dropped upon', template: 'launch', language: 'en' },
    })
    await motif().request('POST', `/v1/campaigns/${body.id}/people`, {
      body: 'email\nfirst@upon.example\n',
      headers: { 'content-type': 'text/csv' },
    })
    await using opened = await motif().open(`/console/campaigns/${body.id}`)
    const { page } = opened
    await heading(page, 'Dropped upon')
    const transfer = await page.evaluateHandle(() => {
      const transfer = new DataTransfer()
      transfer.items.add(new File(['email\nsecond@upon.example\n'], 'more.csv'))
      return transfer
    })
    await page.getByRole('heading', { level: 1 }).dispatchEvent('drop', { dataTransfer: transfer })
    await page.getByText('Each line can be used.').waitFor()
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText(/1 line read, 1 person in them: 1 new/).waitFor()
  })

  test('of several files that are dropped none is taken without a word', async () => {
    await using opened = await motif().open('/console/campaigns?new=1')
    const { page } = opened
    const drop = async (...names: string[]) => {
      const transfer = await page.evaluateHandle((all) => {
        const transfer = new DataTransfer()
        for (const name of all) transfer.items.add(new File([`email\n${name}@several.example\n`], name))
        return transfer
      }, names)
      await page.getByRole('heading', { level: 1 }).dispatchEvent('drop', { dataTransfer: transfer })
    }
    await heading(page, 'New campaign')
    await drop('north.csv', 'south.csv')
    await page.getByRole('alert').getByText('These are 2 files: choose one.').waitFor()
    expect(await page.getByText('north.csv').count()).toBe(0)
    await drop('south.csv')
    await page.getByText('Each line can be used.').waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
  })

  test('a list that is chosen while another one is being sent stays', async () => {
    const { body } = await motif().request<{ id: string }>('POST', '/v1/campaigns', {
      body: { name: 'One after the other', template: 'launch', language: 'en' },
    })
    await using opened = await motif().open(`/console/campaigns/${body.id}`)
    const { page } = opened
    const field = page.getByLabel('Or paste it')
    await field.fill('email\none@after.example\n')
    await page.getByText('Each line can be used.').waitFor()
    const held = Promise.withResolvers<Route>()
    await page.route('**/people', (route) => held.resolve(route), { times: 1 })
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    const sending = await held.promise
    await field.fill('email\nother@after.example\n')
    await sending.continue()
    await page.getByText(/1 line read, 1 person in them: 1 new/).waitFor()
    expect(await field.inputValue()).toContain('other@after.example')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('row', { name: /other@after/ }).waitFor()
  })

  test('a file that was changed since it was chosen is to be chosen again', async () => {
    const { body } = await motif().request<{ id: string }>('POST', '/v1/campaigns', {
      body: { name: 'Changed file', template: 'launch', language: 'en' },
    })
    const file = join(mkdtempSync(join(tmpdir(), 'motif-list-')), 'people.csv')
    writeFileSync(file, 'email\nfirst@changed.example\n')
    await using opened = await motif().open(`/console/campaigns/${body.id}`)
    const { page } = opened
    opened.expected.push(/ERR_UPLOAD_FILE_CHANGED/)
    await page.getByLabel('List of people').setInputFiles(file)
    await page.getByText('Each line can be used.').waitFor()
    writeFileSync(file, 'email\nfirst@changed.example\nsecond@changed.example\n')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText('The browser cannot read this file any more: choose it again.').waitFor()
    expect(await page.getByText('The service cannot be reached').count()).toBe(0)
    await page.getByLabel('List of people').setInputFiles(file)
    await page.getByText('2 people', { exact: false }).first().waitFor()
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText(/2 lines read, 2 people in them/).waitFor()
    rmSync(dirname(file), { recursive: true })
  })

  test('a list that is too large is told of, also in place of another, until one is taken', async () => {
    await using opened = await motif().open('/console/campaigns?new=1')
    const { page } = opened
    const dropLines = async (name: string, bytes: number) => {
      const transfer = await page.evaluateHandle(
        ([name, bytes]) => {
          const transfer = new DataTransfer()
          transfer.items.add(new File(['email\n', 'a@large.example\n', '\n'.repeat(bytes)], name))
          return transfer
        },
        [name, bytes] as const,
      )
      await page.getByRole('heading', { level: 1 }).dispatchEvent('drop', { dataTransfer: transfer })
    }
    const tooLarge = page.getByText('all.csv is larger than 64 MB')
    await page.getByLabel('Name').fill('Large')
    await dropLines('first.csv', 0)
    await page.getByText('Each line can be used.').waitFor()
    await dropLines('all.csv', 64 * 1024 * 1024)
    await tooLarge.waitFor()
    await page.getByRole('button', { name: 'Remove the list' }).click()
    await page.getByLabel('Or paste it').fill('email\nb@large.example\n')
    await page.getByText('Each line can be used.').waitFor()
    expect(await tooLarge.count()).toBe(0)
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
    // Nothing is typed yet, so nothing would be lost, and nobody is asked.
    const asked: string[] = []
    page.on('dialog', (dialog) => {
      asked.push(dialog.type())
      dialog.accept()
    })
    await page.reload()
    expect(asked).toEqual([])
    await line.getByRole('button', { name: 'Correct line 2' }).click()
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

  test('whoever sets a line aside far down in a long list has the rest of it before them', async () => {
    const { body } = await motif().request<{ id: string }>('POST', '/v1/campaigns', {
      body: { name: 'Long list', template: 'launch', language: 'en' },
    })
    await motif().request('POST', `/v1/campaigns/${body.id}/people`, {
      body: `E-mail,Name\n${'nobody,\n'.repeat(105)}`,
      headers: { 'content-type': 'text/csv' },
    })
    await using opened = await motif().open(`/console/campaigns/${body.id}?tab=problems`)
    const { page } = opened
    await page.getByText('The first 100 lines').waitFor()
    await page.getByRole('button', { name: 'Show more' }).click()
    await page.getByRole('button', { name: 'Set aside line 106' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Set aside' }).click()
    await page.getByText('104 lines', { exact: true }).waitFor()
  })

  test('whoever may only look is told so before they fill in a new one', async () => {
    const wanted = { user: 'vera', role: 'viewer' }
    const { body } = await motif().request<{ token: string }>('POST', '/v1/tokens', { body: wanted })
    await using opened = await motif().open('/console/campaigns?new=1', { token: body.token })
    const { page } = opened
    await heading(page, 'New campaign')
    await page.getByText('Somebody with the role “editor” can make one.').waitFor()
    expect(await page.getByRole('button', { name: 'Create' }).count()).toBe(0)
  })

  test('a link that is copied after utm values were saved carries them', async () => {
    const { body } = await motif().request<{ id: string }>('POST', '/v1/campaigns', {
      body: { name: 'Tagged links', template: 'launch', language: 'en' },
    })
    await motif().request('POST', `/v1/campaigns/${body.id}/people`, {
      body: 'email\ntess@tagged.example\n',
      headers: { 'content-type': 'text/csv' },
    })
    await using opened = await motif().open(`/console/campaigns/${body.id}`)
    const { page } = opened
    const row = page.getByRole('row', { name: /tess@tagged/ })
    await row.getByRole('button', { name: 'Copy link' }).waitFor()
    await page.getByText('Web analytics:').click()
    await page.getByLabel('Source').fill('newsletter')
    await page.getByRole('button', { name: 'Save' }).click()
    const link = async () => (await row.getByRole('link', { name: /Look/ }).getAttribute('href')) ?? ''
    await expect.poll(link).toContain('utm_source=newsletter')
  })

  test('whoever comes while the campaign is open is seen in its list as well as in its figures', async () => {
    const { body } = await motif().request<{ id: string }>('POST', '/v1/campaigns', {
      body: { name: 'Watched', template: 'launch', language: 'en' },
    })
    await motif().request('POST', `/v1/campaigns/${body.id}/people`, {
      body: 'email\nvic@watched.example\n',
      headers: { 'content-type': 'text/csv' },
    })
    await using opened = await motif().open('/console')
    const { page } = opened
    await page.clock.install()
    await page.goto(`${motif().service.url}/console/campaigns/${body.id}`)
    const row = page.getByRole('row', { name: /vic@watched/ })
    await row.getByRole('button', { name: 'Copy link' }).waitFor()
    const link = (await row.getByRole('link', { name: /Look/ }).getAttribute('href')) ?? ''
    await report(motif().service, new URL(link).searchParams.get('pattern') ?? '', 'watched', [
      { seq: 1, item: 'headline', type: 'view', at: 1300 },
    ])
    const came = async () =>
      (await motif().request<{ came: number }>('GET', `/v1/campaigns/${body.id}`)).body.came
    await expect.poll(came).toBe(1)
    await page.clock.fastForward(10_000)
    await row.getByRole('cell', { name: '1', exact: true }).waitFor()
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
})
