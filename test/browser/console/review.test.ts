import type { Route } from 'playwright'
import { describe, expect, test } from 'vitest'
import { startLocalServer } from '../../support/local-server.ts'
import { consoleOf, filled, heading } from './opened.ts'

const motif = consoleOf('review')

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

describe('a review', () => {
  test('an approval that fails can be tried again, for the page that it was for', async () => {
    const { id, path } = await draftOf('refused', 'launch', 3)
    await using opened = await motif().open(`/console/campaigns/${id}?review=1`)
    const { page } = opened
    opened.expected.push(/status of 500/, filled, sandboxed)
    await page.getByText('Person 0', { exact: true }).waitFor()
    await page.route(
      '**/review',
      (route) => route.fulfill({ status: 500, json: { message: 'Something broke.' } }),
      { times: 1 },
    )
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

  test('a service that was away for a moment does not begin the review again', async () => {
    const { id } = await draftOf('away', 'launch', 4)
    await using opened = await motif().open(`/console/campaigns/${id}?review=1`)
    const { page } = opened
    opened.expected.push(/ERR_INTERNET_DISCONNECTED/, filled, sandboxed)
    await page.getByText('1 · Person 0').waitFor()
    await page.keyboard.press('a')
    await page.keyboard.press('s')
    await page.getByText('1 of 4 pages approved').waitFor()
    await page.getByText('3 · Person 2').waitFor()
    await page.context().setOffline(true)
    await page.keyboard.press('a')
    await page.getByRole('status').getByText('The service cannot be reached', { exact: false }).waitFor()
    const readAgain = page.waitForResponse(/\/review$/)
    await page.context().setOffline(false)
    await (await readAgain).finished()
    await expect.poll(() => page.locator('.connection.away').count()).toBe(0)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('2 of 4 pages approved').waitFor()
    await page.getByText('4 · Person 3').waitFor()
    await page.getByLabel('Only those with something missing').check()
    await page.getByText('2 of 4 pages approved').waitFor()
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

  test('a page that cannot be read again after its words were changed is read on another try', async () => {
    const { id } = await draftOf('Reread', 'launch', 1)
    await using opened = await motif().open(`/console/campaigns/${id}?review=1`)
    const { page } = opened
    opened.expected.push(filled, sandboxed, /status of 500/)
    await page.getByText('1 · Person 0').waitFor()
    await page.getByRole('button', { name: 'Words' }).click()
    await page.getByRole('button', { name: 'Change Headline', exact: true }).click()
    await page.getByRole('textbox', { name: 'Headline' }).fill('Dear Person 0')
    await page.route(
      /people\?content=/,
      (route) => route.fulfill({ status: 500, json: { message: 'Something broke.' } }),
      { times: 1 },
    )
    await page.getByRole('button', { name: 'Save for this person' }).click()
    await page.getByText('Something broke.').waitFor()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => page.getByText('Something broke.').count()).toBe(0)
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByText('1 of 1 page approved').waitFor()
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
    await page.getByRole('button', { name: 'Approve' }).focus()
    for (let times = 0; times < 4; times++) await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    await page.getByText('3 · Person 2').waitFor()
    await expect.poll(approved).toBe(2)
    // The arrows go on while they are held.
    for (let times = 0; times < 4; times++) await page.keyboard.down('ArrowRight')
    await page.keyboard.up('ArrowRight')
    await page.getByText('7 · Person 6').waitFor()
    expect(await approved()).toBe(2)
  })

  test('words that were opened and left as they are, or whose item is gone, do not keep a page from being approved', async () => {
    await using landing = await startLocalServer((_request, response) => {
      response.setHeader('content-type', 'text/html')
      response.end('<!doctype html><title>L</title><h1>Welcome</h1><h2>Ours</h2>')
    })
    const { request } = motif()
    const say = (selector: string) => {
      const yaml = `page: ${landing.url}/opened\nlanguages: [en]\ncontent:\n  - { name: Headline, selector: ${selector}, type: text, payload: "Hello {{ prospect.name }}" }\n`
      return request('PUT', '/v1/templates/opened', { body: { yaml } })
    }
    await say('h1')
    const { id, path } = await draftOf('Opened', 'opened', 3)
    await using opened = await motif().open(`/console/campaigns/${id}?review=1`)
    const { page } = opened
    opened.expected.push(filled, sandboxed, /409/)
    const field = page.getByRole('textbox', { name: 'Headline' })
    const change = page.getByRole('button', { name: 'Change Headline', exact: true })
    await page.getByText('1 · Person 0').waitFor()
    await page.getByRole('button', { name: 'Words' }).click()
    await change.click()
    await field.fill('Dear Person 0')
    await field.fill('Hello Person 0')
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByText('1 of 3 pages approved').waitFor()
    await page.getByText('2 · Person 1').waitFor()
    await change.click()
    await field.fill('Dear Person 1')
    await page.getByRole('button', { name: 'Skip' }).click()
    await say('h2')
    const { people } = (
      await request<{ people: { content: string; updatedAt: string }[] }>('GET', `${path}/people`)
    ).body
    const second = people[1]
    await request('POST', `/v1/content/${second?.content}/regenerate`)
    const isAnew = async () => {
      const now = (await request<{ people: { updatedAt: string }[] }>('GET', `${path}/people`)).body
      return now.people[1]?.updatedAt !== second?.updatedAt
    }
    await expect.poll(isAnew).toBe(true)
    await page.getByRole('button', { name: 'Back' }).click()
    await change.waitFor()
    expect(await field.count()).toBe(0)
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByRole('button', { name: 'I have looked at it' }).click()
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByText('2 of 3 pages approved').waitFor()
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
    await expect.poll(waiting).toBe(0)
  })
})
