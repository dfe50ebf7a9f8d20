import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Route } from 'playwright'
import { describe, expect, test } from 'vitest'
import { written } from '../../service/campaigns/workbooks.ts'
import { makeCampaign } from './invite.ts'
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
    const id = await makeCampaign(motif(), 'Dropped upon', 'email\nfirst@upon.example\n')
    await using opened = await motif().open(`/console/campaigns/${id}`)
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
    await page.getByText('Or paste it').waitFor()
    await drop('north.csv', 'south.csv')
    await page.getByRole('alert').getByText('These are 2 files: choose one.').waitFor()
    expect(await page.getByText('north.csv').count()).toBe(0)
    await drop('south.csv')
    await page.getByText('Each line can be used.').waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
  })

  test('a list that is chosen while another one is being sent stays', async () => {
    const id = await makeCampaign(motif(), 'One after the other')
    await using opened = await motif().open(`/console/campaigns/${id}`)
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
    const id = await makeCampaign(motif(), 'Changed file')
    const file = join(mkdtempSync(join(tmpdir(), 'motif-list-')), 'people.csv')
    writeFileSync(file, 'email\nfirst@changed.example\n')
    await using opened = await motif().open(`/console/campaigns/${id}`)
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

  test('of a list that is chosen in place of another nothing of the other is shown while it is read', async () => {
    await using opened = await motif().open('/console/campaigns?new=1')
    const { page } = opened
    const choose = (name: string, text: string) =>
      page
        .getByLabel('List of people')
        .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
    await choose('first.csv', 'email;Favourite colour\nfirst@read.example;blue\n')
    const preview = page.getByRole('region', { name: 'How the list is understood' })
    await preview.getByText('Favourite colour').waitFor()
    const reading = Promise.withResolvers<void>()
    await page.route('**/v1/lists/read*', (route) => reading.promise.then(() => route.continue()))
    await choose('second.csv', 'email\nsecond@read.example\n')
    await preview.getByText('second.csv').waitFor()
    await preview.getByText('Loading').waitFor()
    expect(await preview.getByText('Favourite colour').count()).toBe(0)
    reading.resolve()
    await preview.getByText('second@read.example').waitFor()
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
})
