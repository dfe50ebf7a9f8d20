import { describe, expect, test } from 'vitest'
import { consoleOf, heading } from './opened.ts'

const motif = consoleOf('lists')

describe('a list of people', () => {
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
    await page.getByText('1 line: Kontaktpunkt is not an e-mail address.').waitFor()
    await page.getByText('Line 4: nobody · Leer').waitFor()
    await page.getByText('contacts.csv').waitFor()
    await page.getByText('3 lines, separated by semicolons, UTF-8').waitFor()
    await page.getByLabel('Meaning of column 3').selectOption('Leave out')
    await page.getByRole('button', { name: 'Create' }).click()
    await heading(page, 'Corrected')
    await page.getByRole('row', { name: /kora@kontakt\.example/ }).waitFor()
    await page.getByRole('link', { name: 'Problems (1)' }).click()
    await page.getByRole('row', { name: /Not an e-mail address/ }).waitFor()
    await page.getByRole('link', { name: 'People', exact: true }).last().click()
    await page.getByText('Add people').click()
    await choose()
    await expect.poll(() => page.getByText('as you said before').count()).toBe(2)
    await page.getByText('A missing company is guessed from the address.').waitFor()
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

  test('how the letters of an older spreadsheet are read is shown before Create, and changed there', async () => {
    await using opened = await motif().open('/console/campaigns?new=1')
    const { page } = opened
    await page.getByLabel('Name').fill('Polish')
    const buffer = Buffer.from('E-mail;Firma\nlucja@zubr.example;\xafubr \xa3\xf3d\x9f\n', 'latin1')
    await page.getByLabel('List of people').setInputFiles({ name: 'pl.csv', mimeType: 'text/csv', buffer })
    await page.getByRole('row', { name: /Firma.*Żubr Łódź/ }).waitFor()
    await page.getByLabel('Read as').selectOption('Western European (Windows-1252)')
    await page.getByRole('row', { name: /Firma.*¯ubr £ódŸ/ }).waitFor()
    await page.getByRole('button', { name: 'Create' }).click()
    await heading(page, 'Polish')
    await page.getByText('¯ubr £ódŸ').first().waitFor()
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

  test('a list of HubSpot is found by its name, and fills a campaign; the person’s page leads to the contact', async () => {
    const { contacts, lists, tokens } = motif().hubspot
    for (const id of ['501', '502', '503'])
      contacts.set(id, { properties: { email: id === '503' ? 'none' : `p${id}@acme.example` } })
    lists.set('12', { name: 'Spring leads', objectTypeId: '0-1', members: ['501', '502', '503'] })
    lists.set('13', { name: 'Autumn leads', objectTypeId: '0-1', members: [] })
    const [token = ''] = tokens.keys()
    tokens.set('pat-eu1-no-lists', ['crm.objects.contacts.read'])

    await using opened = await motif().open('/console/settings')
    const { page } = opened
    const connections = page.getByRole('region', { name: 'Connections' })
    const dialog = page.getByRole('dialog')
    const connect = async (given: string) => {
      await connections.getByRole('button', { name: 'Connect HubSpot' }).click()
      await dialog.getByLabel('Access token').fill(given)
      await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
    }
    await connect('pat-eu1-no-lists')
    await connections.getByText('Motif may not read lists').waitFor()
    await connect(token)
    await expect.poll(() => connections.getByText('Motif may not').count()).toBe(0)
    await connections.getByText('HubSpot: HubSpot account 4711, since').waitFor()

    await page.goto(new URL('/console/campaigns?new=1', page.url()).href)
    await page.getByLabel('Name').fill('From HubSpot')
    await page.getByText('From HubSpot', { exact: true }).click()
    await page.getByLabel('Search lists').fill('spring')
    await expect.poll(() => page.getByRole('button', { name: 'Autumn leads' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Spring leads' }).click()
    await page.getByText('2 people · 2 without a company · 1 line to correct').waitFor()
    await page.getByRole('button', { name: 'Create' }).click()
    await heading(page, 'From HubSpot')
    await page.getByRole('link', { name: 'p501@acme.example' }).click()
    await heading(page, 'p501@acme.example')
    const url = 'https://app-eu1.hubspot.com/contacts/4711/record/0-1/501'
    expect(await page.getByRole('link', { name: url }).getAttribute('href')).toBe(url)

    await page.goto(new URL('/console/settings', page.url()).href)
    await connections.getByRole('button', { name: 'Disconnect' }).click()
    await dialog.getByRole('button', { name: 'Disconnect' }).click()
    await expect.poll(() => connections.getByText('4711').count()).toBe(0)
  })
})
