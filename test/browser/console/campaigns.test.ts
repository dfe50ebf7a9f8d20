import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { makeCampaign } from './invite.ts'
import { consoleOf, downloaded, heading } from './opened.ts'

const motif = consoleOf('campaigns')

const list = `E-mail;First Name;Last Name;Company;Role
anna@north.example;Anna;Berg;North Wind;CTO
Anna@North.example;Anna;Berg;North Wind;
ben@gmail.com;Ben;Cole;;
nobody;;;;
`

describe('a campaign', () => {
  test('a pasted list becomes people with links, lines that cannot be used are told, files can be downloaded', async () => {
    const yaml = 'page: https://www.example.com/\nlanguages: [en]\ncontent: []\n'
    await motif().request('PUT', '/v1/templates/a-newer-one', { body: { yaml } })
    await using opened = await motif().open('/console/campaigns')
    const { page } = opened
    await page.getByText('No campaign yet').waitFor()
    await page.getByRole('button', { name: 'New campaign' }).click()
    await heading(page, 'New campaign')
    await page.getByRole('button', { name: 'Create' }).click()
    const nameless = page.getByText('Give the campaign a name')
    await nameless.waitFor()
    await page.getByLabel('Name').fill('Spring launch')
    await nameless.waitFor({ state: 'detached' })
    expect(await page.getByLabel('Template').inputValue()).toBe('a-newer-one')
    await page.getByLabel('Template').selectOption('launch')
    await page.getByLabel('Language').selectOption('de')
    const control = () => page.getByLabel('Control group').inputValue()
    expect(await control()).toBe('10')
    await page.getByLabel('Or paste it').fill('E-mail;Name\nanna@north.example;Anna Berg\n')
    const unnamed = page.getByText(/^launch also uses the job title, which this list lacks/)
    await unnamed.waitFor()
    await page.getByLabel('Or paste it').fill(list)
    await unnamed.waitFor({ state: 'detached' })
    await expect.poll(control).toBe('0')
    await page.getByText('No control group: with 2 companies nobody could tell').waitFor()
    const companies = Array.from({ length: 1000 }, (_, at) => `ada@company-${at}.example`)
    await page.getByLabel('Or paste it').fill(`E-mail\n${companies.join('\n')}\n`)
    await expect.poll(control).toBe('10')
    await page.getByText(/about 100 of 1,000 people, 100 of 1,000 companies.*Enough to tell/).waitFor()
    const colleagues = Array.from({ length: 60 }, (_, at) => `ada${at}@company-${at % 11}.example`)
    await page.getByLabel('Or paste it').fill(`E-mail\n${colleagues.join('\n')}\n`)
    await page.getByLabel('Control group').fill('15')
    await page
      .getByText(/about 9 of 60 people, 2 of 11 companies.*it may be 0 to 22 people. Too few.*731/)
      .waitFor()
    await page.getByLabel('Control group').fill('0')
    await page.getByLabel('Or paste it').fill(list)
    await page.getByText('2 people · 1 duplicate merged · 1 without a company · 1 line to correct').waitFor()
    await page.getByRole('button', { name: 'Create' }).dblclick()

    await heading(page, 'Spring launch')
    await page
      .getByRole('row', { name: /Anna Berg/ })
      .getByRole('link', { name: /Look/ })
      .waitFor()
    await page.getByRole('link', { name: 'Problems (1)' }).click()
    await page.getByRole('row', { name: /nobody/ }).waitFor()
    await page.getByRole('link', { name: 'Missing values' }).click()
    await page.getByText('Role not known: shows the page’s own text').waitFor()
    const greeting = page.getByRole('listitem').filter({ hasText: 'Company not known: shows “, meet' })
    await page.context().route('https://www.example.com/**', (route) => route.fulfill({ body: 'The page' }))
    const editor = page.waitForEvent('popup')
    await greeting.getByRole('button', { name: 'Edit on the page' }).click()
    // The ticket, and the item that is chosen there.
    await expect.poll(async () => (await editor).url()).toMatch(/#motif-edit=[\w-]{43}-0$/)
    await (await editor).close()
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
    const steps = page.getByRole('list', { name: 'Steps to the links' }).getByRole('listitem')
    const way = ['Done: List 2', 'Correct 1 line', 'Reviewed 0 of 2', 'Open', 'Download links']
    expect(await steps.allTextContents()).toEqual(way)
    await page.getByRole('link', { name: 'Download links' }).click()
    const question = page.getByRole('dialog')
    await question.getByText('show the page as it is').waitFor()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('link', { name: 'Download links' }).click()
    const early = await downloaded(page, question.getByRole('button', { name: 'Download links' }))
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await page.getByText('Open: 2 links show their pages. Download the links for your mailing.').waitFor()
    const download = await downloaded(page, page.getByRole('link', { name: 'Download links' }))
    for (const file of [early, download]) {
      expect(file.suggestedFilename()).toBe('spring-launch-links.csv')
      expect(readFileSync(await file.path(), 'utf8')).toContain('https://www.example.com/launch?pattern=')
    }

    await page.getByRole('link', { name: 'Campaigns', exact: true }).first().click()
    await heading(page, 'Campaigns')
    await page.getByRole('link', { name: 'Spring launch' }).waitFor()
    expect(await page.getByRole('link', { name: 'Spring launch' }).count()).toBe(1)
  })

  test('a wrong cell is corrected in its place: Enter saves the line and goes on; another is skipped after a question', async () => {
    const lines = 'Mara Mended,Mill AG,mara(at)mill.example\nGina Typo,Mill AG,gina@mill\nNobody,,\n'
    const id = await makeCampaign(motif(), 'Mended fair', `Name,Company,E-mail\n${lines}`)
    await using opened = await motif().open(`/console/campaigns/${id}?tab=problems`)
    const { page } = opened
    opened.expected.push(/status of 400/)
    const isFocused = (label: string) =>
      page
        .getByLabel(label)
        .evaluate((cell) => cell === document.activeElement && cell.ariaInvalid === 'true')
    await expect.poll(() => isFocused('E-mail, line 2')).toBe(true)
    expect(await page.getByLabel('Company, line 2').inputValue()).toBe('Mill AG')
    // Nothing is typed yet, so nothing would be lost, and nobody is asked.
    const asked: string[] = []
    page.on('dialog', (dialog) => {
      asked.push(dialog.type())
      dialog.accept()
    })
    await page.reload()
    expect(asked).toEqual([])
    await page.getByLabel('E-mail, line 2').fill('mara@mill')
    await page.keyboard.press('Enter')
    const why = page.getByRole('alert').getByText('Not saved. Not an e-mail address')
    const { y = 0, height = 0 } = (await why.boundingBox()) ?? {}
    expect(y > 0 && y + height < 800).toBe(true)
    expect(await isFocused('E-mail, line 2')).toBe(true)
    // The list is read again late: the line leaves before that.
    const reading = Promise.withResolvers<void>()
    await page.route(/problem=true/, (route) => reading.promise.then(() => route.continue()))
    await page.getByRole('button', { name: 'mara@mill.example?' }).click()
    await page.getByText('Mara Mended is invited now.').waitFor()
    await expect.poll(() => page.getByLabel('E-mail, line 2').count()).toBe(0)
    expect(await isFocused('E-mail, line 3')).toBe(true)
    reading.resolve()
    const download = await downloaded(page, page.getByRole('link', { name: 'Download problems' }))
    expect(download.suggestedFilename()).toBe('mended-fair-problems.csv')
    // Now that somebody has this domain.
    await page.getByRole('button', { name: 'gina@mill.example?' }).waitFor()
    await page.getByLabel('E-mail, line 3').press('Enter')
    await page.getByText('Gina Typo is invited now.').waitFor()
    await page.getByRole('button', { name: 'Skip line 4' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Skip line' }).click()
    await page.getByText('Every line could be read').waitFor()
    await page.getByRole('link', { name: 'People', exact: true }).last().click()
    await page.getByRole('row', { name: /Mara Mended.*Mill AG/ }).waitFor()
  })

  test('whoever may only look is told so before they fill in a new one', async () => {
    const wanted = { user: 'vera', role: 'viewer' }
    const { body } = await motif().request<{ token: string }>('POST', '/v1/tokens', { body: wanted })
    await using opened = await motif().open('/console/campaigns?new=1', { token: body.token })
    const { page } = opened
    await heading(page, 'Campaigns')
    await page.getByText('Somebody with the role “editor” can make one.').waitFor()
    expect(await page.getByRole('button', { name: 'Create', exact: true }).count()).toBe(0)
  })

  test('a text that was not written is told with its reason, and is written again', async () => {
    const email = 'nora@written.example'
    const id = await makeCampaign(motif(), 'Not written', `email\n${email}\n`)
    await using opened = await motif().open('/console/campaigns')
    const { page } = opened
    const reason = 'the language model did not answer'
    const gap = { index: 0, selector: 'h1', type: 'text', empty: 0, byDefault: 0, notWritten: 1, reason }
    await page.route('**/gaps', (route) => route.fulfill({ json: { gaps: [{ ...gap, examples: [email] }] } }))
    await page.goto(`${motif().service.url}/console/campaigns/${id}?tab=gaps`)
    await page.getByText(`Not written: ${reason}. Shows the plain words`).waitFor()
    const asked = page.waitForRequest(/regenerate$/)
    await page.getByRole('button', { name: 'Write again' }).click()
    expect((await asked).postDataJSON()).toEqual({ only: 'not-written' })
    await page.getByText('These pages are being made again').waitFor()
  })

  test('a link that is copied after utm values were saved carries them', async () => {
    const id = await makeCampaign(motif(), 'Tagged links', 'email\ntess@tagged.example\n')
    await using opened = await motif().open(`/console/campaigns/${id}`)
    const { page } = opened
    const row = page.getByRole('row', { name: /tess@tagged/ })
    await row.getByRole('button', { name: 'Copy link' }).waitFor()
    await page.getByText('Web analytics:').click()
    await page.getByLabel('Source').fill('newsletter')
    await page.getByRole('button', { name: 'Save' }).click()
    const link = async () => (await row.getByRole('link', { name: /Look/ }).getAttribute('href')) ?? ''
    await expect.poll(link).toContain('utm_source=newsletter')
  })

  test('it is paused and deleted from its menu, after a question, and opened again', async () => {
    const id = await makeCampaign(motif(), 'Autumn fair', 'email\nada@autumn.example\n')
    await using opened = await motif().open(`/console/campaigns/${id}`)
    const { page } = opened
    const dialog = page.getByRole('dialog')
    const fromMenu = async (name: string) => {
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name }).click()
    }
    await fromMenu('Pause')
    await dialog.getByText('The link shows the page as it is').waitFor()
    await dialog.getByRole('button', { name: 'Pause' }).click()
    await page.getByText('paused', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Open again' }).click()
    await page.getByText('open', { exact: true }).waitFor()
    // By keys alone: the last entry, and away again.
    const more = page.getByRole('button', { name: 'More actions' })
    await more.press('Enter')
    await page.keyboard.press('ArrowUp')
    await page.getByRole('menuitem', { name: 'Delete' }).press('Escape')
    await expect.poll(() => page.getByRole('menuitem').count()).toBe(0)
    await more.press('Enter')
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => more.evaluate((button) => button === document.activeElement)).toBe(true)
    await fromMenu('Delete')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await heading(page, 'Campaigns')
    await expect.poll(() => page.getByRole('link', { name: 'Autumn fair' }).count()).toBe(0)
  })
})
