import { describe, expect, test } from 'vitest'
import { invite, makeCampaign } from './invite.ts'
import { startLandingPage } from './landing-page.ts'
import { consoleOf, downloaded, filled, heading, report } from './opened.ts'

const motif = consoleOf('templates')

/** What a picture of a page says, whose scripts do not run. */
const pictured = /Content Security Policy|sandboxed/

/** A tag for what changes nothing yet. */
const emptyTag = () => ({ tag: `<script data-host="${motif().service.url}"></script>` })

describe('templates', () => {
  test('a new one is made, its mistakes are shown at their lines, its versions with their differences', async () => {
    await using opened = await motif().open('/console/templates')
    const { page } = opened
    opened.expected.push(filled, pictured, /status of 400/)
    await page.getByRole('button', { name: 'New template' }).click()
    const dialog = page.getByRole('dialog')
    await using landing = await startLandingPage(emptyTag())
    await dialog.getByLabel('Name').fill('Herbst & Wärme')
    await dialog.getByText('It will be called herbst-warme.').waitFor()
    await dialog.getByLabel('Page').fill(`${new URL(landing.url).host}/autumn`)
    await dialog.getByLabel('Languages').fill('Klingon')
    const create = dialog.getByRole('button', { name: 'Create' })
    await create.click()
    await dialog.getByText('Choose languages from the list').waitFor()
    await dialog.getByLabel('Languages').fill('German, en')
    const opening = page.context().waitForEvent('page')
    await create.click()
    await heading(page, 'herbst-warme')
    await page.getByText('German, English').waitFor()
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
    await page.getByText(/^<script data-host=/).waitFor()
    await page.getByRole('button', { name: 'Copy' }).waitFor()
  })

  test('a new one whose page has no tag says so in its tab, has the tag to copy, and opens the editor once it is there', async () => {
    const shown = { tag: '' }
    await using landing = await startLandingPage(shown)
    await using opened = await motif().open('/console/templates')
    const { page } = opened
    opened.expected.push(pictured)
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
    const id = await makeCampaign(motif(), 'Lost', 'email\nann@lost.example\n', { template: 'lost' })
    await using opened = await motif().open(`/console/campaigns/${id}`)
    const { page } = opened
    opened.expected.push(pictured)
    const notice = page.getByRole('region', { name: 'The page is not as it should be' })
    await notice.getByText('is not on the page any more').waitFor()
    await notice.getByText('Claim').waitFor()
    await page.getByRole('link', { name: 'Download links' }).click()
    const dialog = page.getByRole('dialog', { name: 'The page is not ready for these links' })
    await dialog.getByText('Claim').waitFor()
    const file = await downloaded(page, dialog.getByRole('button', { name: 'Download links all the same' }))
    expect(file.suggestedFilename()).toBe('lost-links.csv')
    await page.getByRole('link', { name: 'Today' }).click()
    const broken = page.getByRole('region', { name: 'What is broken' })
    await broken.getByText('is not on the page any more').waitFor()
    await page.getByRole('link', { name: 'Templates' }).click()
    await page.getByRole('link', { name: '1 element not working' }).click()
    await page.getByText('is not on the page any more').waitFor()
    const { body: tag } = await motif().request<string>('GET', '/v1/templates/lost/tag')
    shown.tag = `${tag}<h2>Claim</h2>`
    await page.goto(`${motif().service.url}/console/campaigns/${id}`)
    await page.getByRole('link', { name: 'Download links' }).waitFor()
    await notice.waitFor({ state: 'detached' })
    const again = await downloaded(page, page.getByRole('link', { name: 'Download links' }))
    expect(again.suggestedFilename()).toBe('lost-links.csv')
  })

  test('item by item: the page’s own words, what one person’s page after the other says, and in how many visits they were shown', async () => {
    await using landing = await startLandingPage()
    const { request, service } = motif()
    const yaml = `page: ${landing.url}/autumn
languages: [en]
content:
  - { name: Headline, selector: h1, type: text, payload: "{{ prospect.company }}, meet Launch" }
  - { selector: "#gone", type: text, payload: "For {{ prospect.name }}" }
  - { name: Logo, selector: img, type: src, payload: /logo.svg }
`
    await request('PUT', '/v1/templates/compared', { body: { yaml } })
    for (const [name, company] of [
      ['Jane Doe', 'Acme'],
      ['João Schmidt', 'Vertexstack'],
    ]) {
      const who = { email: `${name?.split(' ')[1]}@compared.example`, additional: { name, company } }
      const { pattern, content } = await invite(motif(), who, 'compared')
      if (name !== 'Jane Doe') continue
      await report(service, pattern, 'one', [], { applied: [0], missing: [1], refused: [], contested: [] })
      await request('PUT', `/v1/content/${content}/items/0`, { body: { payload: 'By hand' } })
    }
    await using opened = await motif().open('/console/templates/compared')
    const { page } = opened
    opened.expected.push(pictured, /status of 404/)
    await page.getByText('Not all of it: 1 item of 3 was not shown in every visit.').waitFor()
    await page.getByText('1 of 2').waitFor()
    const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) })
    await expect
      .poll(() => row('Headline').innerText())
      .toMatch(/Launch\s+By hand\s+changed by ada\s+in 1 of 1 visit$/)
    const picture = (title: string) => page.frameLocator(`iframe[title="${title}"]`).getByRole('heading')
    expect(await picture('The page as it is').textContent()).toBe('Launch')
    expect(await picture('The page for Jane Doe').textContent()).toBe('By hand')
    expect(await row('Logo').getByRole('img').getAttribute('src')).toBe(`${landing.url}/logo.svg`)
    await expect
      .poll(() => row('Text').innerText())
      .toMatch(/not on the page\s+For Jane Doe\s+in 0 of 1 visit\s+not found in 1$/)
    // Until the words of the next person have come, those of the one before are not shown as theirs.
    const reading = Promise.withResolvers<void>()
    await page.route('**/items', (route) => reading.promise.then(() => route.continue()))
    await page.getByRole('button', { name: 'Next person' }).click()
    await page.getByText('2 of 2').waitFor()
    expect(await page.getByText('By hand').count()).toBe(0)
    reading.resolve()
    await page.getByText('Vertexstack, meet Launch').waitFor()
    await row('Text').getByText('Details').click()
    await page.getByText('#gone').waitFor()
    // The editor saved in its tab, and one comes back.
    const more = '  - { name: Lead, selector: p, type: text, payload: Hello }\n'
    await request('PUT', '/v1/templates/compared', { body: { yaml: yaml + more } })
    await page.evaluate(() => dispatchEvent(new Event('focus')))
    await row('Lead').waitFor()
    await page.getByRole('link', { name: 'everybody with a link' }).click()
    await page.getByRole('row', { name: /Jane Doe.* compared/ }).waitFor()
  })
})
