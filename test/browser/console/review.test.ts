import { describe, expect, test } from 'vitest'
import { startLocalServer } from '../../support/local-server.ts'
import { makeCampaign } from './invite.ts'
import { consoleOf, filled, heading } from './opened.ts'

const motif = consoleOf('review')

/** Chromium, of a page that is looked at without its scripts. */
const sandboxed = /Content Security Policy|sandboxed/

/** A draft campaign of some people whose pages are made. */
function draftOf(name: string, template: string, people: number): Promise<{ id: string; path: string }> {
  const lines = Array.from({ length: people }, (_, n) => `${name}${n}@acme.example,Person ${n},Acme ${n}`)
  return draftWith(name, template, ['email,name,company', ...lines])
}

async function draftWith(name: string, template: string, list: string[]) {
  const id = await makeCampaign(motif(), name, list.join('\n'), { template, status: 'draft' })
  const path = `/v1/campaigns/${id}`
  const completed = async () => (await motif().request<{ completed: number }>('GET', path)).body.completed
  await expect.poll(completed).toBe(list.length - 1)
  return { id, path }
}

describe('a review', () => {
  test('an approval that fails can be tried again, for the page that it was for', async () => {
    const { id, path } = await draftOf('refused', 'launch', 3)
    await using opened = await motif().open(`/console/campaigns/${id}?review=1`)
    const { page } = opened
    opened.expected.push(/status of 500/, filled, sandboxed)
    await page.getByText('Person 0', { exact: true }).waitFor()
    let isBroken = true
    await page.route('**/review', (route) => {
      if (!isBroken || route.request().method() === 'GET') return route.fallback()
      isBroken = false
      return route.fulfill({ status: 500, json: { message: 'Something broke.' } })
    })
    await page.keyboard.press('a')
    await page.getByText('Something broke.').waitFor()
    await page.getByText('Person 1', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('1 of 3 pages approved').waitFor()
    expect(await page.getByText('Something broke.').count()).toBe(0)
    // It counts before it is answered.
    const approved = async () =>
      (await motif().request<{ people: object[] }>('GET', `${path}/people?review=approved`)).body.people
    await expect.poll(approved).toMatchObject([{ name: 'Person 0' }])
  })

  test('the pages of a draft are looked at one after the other by keys, as they are made, before it is opened', async () => {
    let asked = 0
    await using landing = await startLocalServer((_request, response) => {
      asked++
      response.setHeader('content-type', 'text/html')
      response.end(
        `<!doctype html><html><head><meta http-equiv="Content-Security-Policy" content="default-src 'none'"></head>
        <body><h1>Welcome</h1><p>Ours</p>${'<i>More. </i>'.repeat(300)}<script>document.querySelector('h1').textContent = 'By a script'</script></body></html>`,
      )
    })
    const yaml = [
      `page: ${landing.url}/spring`,
      'languages: [en]',
      'content:',
      '  - { name: Headline, selector: h1, type: text, payload: "Hello {{ prospect.name }}" }',
      '  - { name: Branch, selector: p, type: text, payload: "{{ prospect.industry }}" }',
      '  - { name: Logo, selector: .logo, type: src, payload: /logo.svg }',
    ].join('\n')
    await motif().request('PUT', '/v1/templates/looked-at', { body: { yaml } })
    const list = [
      'email,name,industry',
      'a@l.example,Ann,Retail',
      'b@l.example,Ben,',
      'c@l.example,Cleo,Shipping',
    ]
    const { id, path } = await draftWith('Looked at', 'looked-at', list)
    await using opened = await motif().open(`/console/campaigns/${id}`)
    const { page } = opened
    opened.expected.push(sandboxed)
    await page.getByRole('link', { name: 'Review 3 pages' }).click()
    await heading(page, 'Review')
    const shows = (name: string, text: string) =>
      page
        .frameLocator(`iframe[title="Page of ${name}"]:not([hidden])`)
        .getByText(text, { exact: true })
        .waitFor()
    await shows('Ann', 'Hello Ann')
    await shows('Ann', 'Retail')
    await page.getByText('Logo: not on the page any more').waitFor()
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
    await page.getByText('Branch: not known: the page’s own text stays.').waitFor()
    await page.getByText('1 of 3 pages approved').waitFor()
    await page.keyboard.press('s')
    await shows('Cleo', 'Shipping')
    await page.keyboard.press('ArrowLeft')
    await shows('Ben', 'Hello Ben')
    await page.keyboard.press('ArrowRight')
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    await page.getByText('That was the last page').waitFor()
    await page.getByLabel('Only those with something missing (1)').check()
    await shows('Ben', 'Hello Ben')
    await page.keyboard.press('a')
    await page.getByText('That was the last page').waitFor()
    await page.getByRole('link', { name: 'Back to the campaign' }).click()
    await page.getByRole('listitem').filter({ hasText: 'Done: Reviewed 3 of 3' }).waitFor()
    expect((await motif().request('GET', path)).body).toMatchObject({ status: 'draft', came: 0 })
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await page.getByText('open', { exact: true }).waitFor()
    // When the campaign is opened, and for all the people together: not for each of them.
    expect(asked).toBeLessThan(8)
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
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
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
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    await page.getByText('1 of 2 pages approved').waitFor()
    await expect.poll(reviews).toEqual(['approved', 'waiting'])
  })
})
