import { describe, expect, test } from 'vitest'
import { invite, makeCampaign } from './invite.ts'
import { startLandingPage } from './landing-page.ts'
import { consoleOf, filled, heading, launchTemplate, report } from './opened.ts'

const motif = consoleOf('templates')

/** A tag for what changes nothing yet. */
const emptyTag = () => ({ tag: `<script data-host="${motif().service.url}" data-hide=""></script>` })

describe('templates', () => {
  test('a new one is made, its mistakes are shown at their lines, its versions with their differences', async () => {
    await using opened = await motif().open('/console/templates')
    const { page } = opened
    opened.expected.push(filled, /status of 400/)
    await page.getByRole('button', { name: 'New template' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('autumn')
    await using landing = await startLandingPage(emptyTag())
    await page.getByRole('dialog').getByLabel('Page').fill(`${landing.url}/autumn`)
    await page.getByRole('dialog').getByLabel('Languages').fill('de, en')
    const opening = page.context().waitForEvent('page')
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
    await heading(page, 'autumn')
    await page.getByText('de, en').waitFor()
    await (await opening).waitForURL(/\/autumn#motif-edit=[\w-]{43}$/)
    await page.getByRole('link', { name: 'YAML' }).click()
    const yaml = page.getByRole('textbox', { name: 'YAML' })
    await yaml.fill(
      'page: https://www.example.com/autumn\nlanguages: [en]\ncontent:\n  - { selector: h1, type: txt, payload: x }',
    )
    await page.getByRole('button', { name: 'Save' }).click()
    await page
      .getByText(/Line 4, column \d+: /)
      .first()
      .waitFor()
    await yaml.fill(
      'page: https://www.example.com/autumn\nlanguages: [en]\ncontent:\n  - { selector: h1, type: text, payload: x }',
    )
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').waitFor()
    await page.getByRole('link', { name: 'History' }).click()
    await page.getByRole('button', { name: 'Version 2' }).click()
    await page.getByText(/^\+ {3}- \{ selector: h1/).waitFor()
    await page.getByRole('link', { name: 'Tag', exact: true }).click()
    await page.getByText(/data-hide/).waitFor()
    await page.getByRole('button', { name: 'Copy' }).waitFor()
  })

  test('words that reach nobody are told after they are saved as YAML, until they reach somebody', async () => {
    const yamlOf = (industry: string) =>
      [
        'languages: [en]',
        'content:',
        '  - selector: h1',
        '    type: text',
        '    for:',
        '      - { when: { industry: Retail }, payload: For shops }',
        `      - { when: { industry: ${industry} }, payload: For others }`,
      ].join('\n')
    await motif().request('PUT', '/v1/templates/cases-as-text', { body: { yaml: yamlOf('Banking') } })
    await using opened = await motif().open('/console/templates/cases-as-text?tab=yaml')
    const { page } = opened
    opened.expected.push(filled)
    const yaml = page.getByRole('textbox', { name: 'YAML' })
    const said = page.getByText('Some words reach nobody.')
    await yaml.fill(yamlOf('retail'))
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').waitFor()
    await said.waitFor()
    await page.getByText(/^Line 7, column 9: nobody gets the words of case 2/).waitFor()
    await page.locator('.cm-lintRange-warning').first().waitFor()
    await yaml.fill(yamlOf('Shipping'))
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').waitFor()
    await said.waitFor({ state: 'detached' })
  })

  test('a question mark that is typed as YAML is typed, and opens no help', async () => {
    const yaml = 'languages: [en]\ncontent: []\n'
    await motif().request('PUT', '/v1/templates/asking', { body: { yaml } })
    await using opened = await motif().open('/console/templates/asking?tab=yaml')
    const { page } = opened
    const field = page.getByRole('textbox', { name: 'YAML' })
    await field.click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type('# why? because')
    await page.getByText('Not saved yet.').waitFor()
    expect(await field.innerText()).toContain('# why? because')
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  test('a console that was open while the service was updated says to reload it', async () => {
    await using opened = await motif().open('/console/templates/launch')
    const { page } = opened
    opened.expected.push(/MIME type|status of 404/)
    await page.route('**/code-field-*.js', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }),
    )
    await page.getByRole('link', { name: 'YAML' }).click()
    await page.getByText('reload the page: the service may have been updated').waitFor()
    await page.unroute('**/code-field-*.js')
    await page.reload()
    await page.getByRole('textbox', { name: 'YAML' }).waitFor()
  })

  test('the first version that is kept is shown as well, though the one before it is gone', async () => {
    const yaml = (word: string) =>
      `languages: [en]\ncontent:\n  - { selector: h1, type: text, payload: ${word} }\n`
    const { request } = motif()
    for (const word of ['Gone', 'Gone too'])
      await request('PUT', '/v1/templates/again', { body: { yaml: yaml(word) } })
    expect((await request('DELETE', '/v1/templates/again')).status).toBe(204)
    await request('PUT', '/v1/templates/again', { body: { yaml: yaml('Here') } })
    await using opened = await motif().open('/console/templates/again?tab=history')
    const { page } = opened
    await page.getByRole('button', { name: 'Version 3' }).click()
    await page.getByText(/^\+ {3}- \{ selector: h1, type: text, payload: Here/).waitFor()
    await page.getByRole('button', { name: 'Version 2' }).click()
    await page.getByText(/^\+ {3}- \{ selector: h1, type: text, payload: Gone too/).waitFor()
    expect(await page.getByRole('button', { name: 'Version 1' }).count()).toBe(0)
  })

  test('a name that is taken is not taken again', async () => {
    const yaml = 'languages: [en]\ncontent: []\n'
    await motif().request('PUT', '/v1/templates/taken', { body: { yaml } })
    await using opened = await motif().open('/console/templates')
    const { page } = opened
    opened.expected.push(/status of 409/)
    await page.getByRole('button', { name: 'New template' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('taken')
    await page.getByRole('dialog').getByLabel('Page').fill(`${motif().service.url}/taken`)
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
    await page.getByText('There is a template taken already').waitFor()
    await expect.poll(() => page.context().pages().length).toBe(1)
    expect((await motif().request<{ yaml: string }>('GET', '/v1/templates/taken')).body.yaml).toBe(yaml)
  })

  test('after deleting one has failed, the question can be asked again without the failure', async () => {
    const path = '/v1/templates/twice-asked'
    await motif().request('PUT', path, { body: { yaml: 'languages: [en]\ncontent: []\n' } })
    await using opened = await motif().open('/console/templates/twice-asked')
    const { page } = opened
    opened.expected.push(/status of 500/)
    const broken = { status: 500, json: { message: 'Something broke.' } }
    await page.route(`**${path}`, (route) =>
      route.request().method() === 'DELETE' ? route.fulfill(broken) : route.fallback(),
    )
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByText('Something broke.').waitFor()
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await dialog.getByText('Something broke.').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByText('No new page can be made from it.').waitFor()
    expect(await dialog.getByText('Something broke.').count()).toBe(0)
    await page.unroute(`**${path}`)
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await heading(page, 'Templates')
  })

  test('a new one whose page has no tag says so in its tab, has the tag to copy, and opens the editor once it is there', async () => {
    const shown = { tag: '' }
    await using landing = await startLandingPage(shown)
    await using opened = await motif().open('/console/templates')
    const { page } = opened
    await page.getByRole('button', { name: 'New template' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('untagged')
    await dialog.getByLabel('Page').fill(`${landing.url}/untagged`)
    const opening = page.context().waitForEvent('page')
    await dialog.getByRole('button', { name: 'Create' }).click()
    const tab = await opening
    await tab.getByText('The page has no tag yet').waitFor()
    expect(await tab.locator('pre.tag').innerText()).toContain(motif().service.url)
    await tab.getByRole('button', { name: 'Copy' }).waitFor()
    const open = tab.getByRole('button', { name: 'The tag is there: open the editor' })
    await open.click()
    await tab.getByText('The page is still without it').waitFor()
    shown.tag = emptyTag().tag
    await open.click()
    await tab.waitForURL(/\/untagged#motif-edit=[\w-]{43}$/)
  })

  test('what the page has lost is told on Templates, on Today and before links go out, until it is there again', async () => {
    const shown = emptyTag()
    await using landing = await startLandingPage(shown)
    const yaml = `page: ${landing.url}/lost\nlanguages: [en]\ncontent:\n  - { name: Claim, selector: h2, type: text, payload: Hello }\n`
    await motif().request('PUT', '/v1/templates/lost', { body: { yaml } })
    const id = await makeCampaign(motif(), 'Lost', 'email\nann@lost.example\n', 'lost')
    await using opened = await motif().open(`/console/campaigns/${id}`)
    const { page } = opened
    const notice = page.getByRole('region', { name: 'The page is not as it should be' })
    await notice.getByText('is not on the page any more').waitFor()
    await notice.getByText('Claim').waitFor()
    await notice.getByText('has an older tag').waitFor()
    await page.getByRole('link', { name: 'Download links' }).click()
    const dialog = page.getByRole('dialog', { name: 'The page is not ready for these links' })
    await dialog.getByText('Claim').waitFor()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Download links all the same' }).click(),
    ])
    expect(file.suggestedFilename()).toBe('lost-links.csv')
    await page.getByRole('link', { name: 'Today' }).click()
    await page.getByText('is not on the page any more').waitFor()
    await page.getByRole('link', { name: 'Templates' }).click()
    await page.getByRole('link', { name: '1 element not working' }).click()
    await page.getByText('is not on the page any more').waitFor()
    const { body: tag } = await motif().request<string>('GET', '/v1/templates/lost/tag')
    shown.tag = `${tag}<h2>Claim</h2>`
    await page.goto(`${motif().service.url}/console/campaigns/${id}`)
    await page.getByRole('link', { name: 'Download links' }).waitFor()
    await notice.waitFor({ state: 'detached' })
    const [again] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download links' }).click(),
    ])
    expect(again.suggestedFilename()).toBe('lost-links.csv')
  })

  test('item by item: the page’s own words, the words for one person after the other, and in how many visits they were shown', async () => {
    await using landing = await startLandingPage()
    const { request, service } = motif()
    const yaml = `page: ${landing.url}/autumn
languages: [en]
content:
  - { name: Headline, selector: h1, type: text, payload: "{{ prospect.company }}, meet Launch" }
  - { selector: "#gone", type: text, payload: "For {{ prospect.name }}" }
`
    await request('PUT', '/v1/templates/compared', { body: { yaml } })
    for (const [name, company] of [
      ['Jane Doe', 'Acme'],
      ['João Schmidt', 'Vertexstack'],
    ]) {
      const who = { email: `${name?.split(' ')[1]}@compared.example`, additional: { name, company } }
      const { pattern } = await invite(motif(), who, 'compared')
      if (name === 'Jane Doe')
        await report(service, pattern, 'one', [], { applied: [0], missing: [1], refused: [], contested: [] })
    }
    await using opened = await motif().open('/console/templates/compared')
    const { page } = opened
    await page.getByText('Not all of it: 1 item of 2 was not shown in every visit.').waitFor()
    await page.getByText('1 of 2').waitFor()
    const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) })
    await expect
      .poll(() => row('Headline').innerText())
      .toMatch(/Launch\s+Acme, meet Launch\s+in 1 of 1 visit$/)
    await expect
      .poll(() => row('Text').innerText())
      .toMatch(/not on the page\s+For Jane Doe\s+in 0 of 1 visit\s+not found in 1$/)
    // Until the words of the next person have come, those of the one before are not shown as theirs.
    const reading = Promise.withResolvers<void>()
    await page.route('**/preview', (route) => reading.promise.then(() => route.continue()))
    await page.getByRole('button', { name: 'Next person' }).click()
    await page.getByText('2 of 2').waitFor()
    expect(await page.getByText('Acme, meet Launch').count()).toBe(0)
    reading.resolve()
    await page.getByText('Vertexstack, meet Launch').waitFor()
    expect(await page.getByRole('button', { name: 'Next person' }).isDisabled()).toBe(true)
    expect(await page.getByText('#gone').isVisible()).toBe(false)
    await row('Text').getByText('Details').click()
    await page.getByText('#gone').waitFor()
  })

  test('the people of a template are its own, however many came to another whose name begins with its name', async () => {
    const { service, request } = motif()
    for (const name of ['owned', 'owned-de'])
      await request('PUT', `/v1/templates/${name}`, { body: { yaml: launchTemplate } })
    await invite(motif(), { email: 'jane@owned.example', additional: { name: 'Jane Doe' } }, 'owned')
    const { body } = await request<{ id: string }>('POST', '/v1/campaigns', {
      body: { name: 'Others', template: 'owned-de', language: 'en' },
    })
    const lines = Array.from({ length: 101 }, (_, n) => `other${n}@acme.example`)
    const path = `/v1/campaigns/${body.id}`
    await request('POST', `${path}/people`, {
      body: ['email', ...lines].join('\n'),
      headers: { 'content-type': 'text/csv' },
    })
    const completed = async () => (await request<{ completed: number }>('GET', path)).body.completed
    await expect.poll(completed).toBe(lines.length)
    const others = await request<{ people: { link: string }[] }>('GET', `${path}/people?limit=1000`)
    for (const [at, { link }] of others.body.people.entries())
      await report(service, new URL(link).searchParams.get('pattern') ?? '', `other${at}x`, [
        { seq: 1, item: 'headline', type: 'view', at: 1300 },
        { seq: 2, item: 'reserve', type: 'click', at: 4000, button: 'primary' },
      ])
    await using opened = await motif().open('/console/templates/owned')
    const { page } = opened
    await page.getByText('As made for Jane Doe').waitFor()
    await page.getByText('1 of 1').waitFor()
  })
})
