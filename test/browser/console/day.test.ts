import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright'
import { expect, test } from 'vitest'
import { startLocalServer } from '../../support/local-server.ts'
import { consoleOf, heading } from './opened.ts'

const motif = consoleOf('day')

/** What a step took by hand. What it took on the day when the console was first tried so is told at each step. */
interface Effort {
  clicks: number
  keys: number
  selects: number
}

const titles =
  'First Name,Last Name,Email Adress (work),Company / Account,Job Title,Industry (HS),Lifecycle Stage,Contact owner'

/** 205 rows of a CRM: 4 name somebody again, 4 cannot be used, 14 have no company. */
function contacts(): string {
  const industries = ['Retail', 'Software', 'Logistics', '']
  const rows = Array.from({ length: 197 }, (_, n) => {
    const company = n % 14 === 3 ? '' : `Company ${n} GmbH`
    return `Ann${n},Berg${n},ann${n}@c${n}.example,${company},Head of Sales,${industries[n % 4]},lead,Tom Reed`
  })
  const wrong = ['ann,at', 'ben(at)b.example', 'cleo@', 'n/a'].map(
    (address, n) => `Wrong${n},Line${n},"${address}",Broken ${n},CFO,Retail,lead,Tom Reed`,
  )
  return [titles, ...rows, ...rows.slice(0, 4), ...wrong].join('\n')
}

const page = (tag: string) =>
  `<!doctype html><title>Ledger</title>${tag}<h1>Close the books</h1><blockquote>It works.</blockquote><a class="cta" href="/demo">Book a demo</a>`

const yaml = (url: string) => `page: ${url}/
languages: [en]
content:
  - { name: Headline, selector: h1, type: text, payload: "{{ prospect.company_short | default: 'Your team' }}, close the books in three days" }
  - name: Quote
    selector: blockquote
    type: text
    payload: "{{ prospect.first_name }}, our customers close in three days."
    for:
      - { when: { industry: Retail }, payload: "Shops close in two." }
      - { when: { industry: Software }, payload: "Software teams close in one." }
analytics:
  - { id: demo, name: "Book a demo", selector: .cta, type: click, goal: true }
`

test('a marketer’s day: a list with faults, a draft that is reviewed, words for three people, links back', {
  timeout: 600_000,
}, async () => {
  const shown = { tag: '' }
  await using landing = await startLocalServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(page(shown.tag))
  })
  await motif().request('PUT', '/v1/templates/ledger', { body: { yaml: yaml(landing.url) } })
  shown.tag = (await motif().request<string>('GET', '/v1/templates/ledger/tag')).body
  await using opened = await motif().open('/console/campaigns')
  const { page: tab } = opened
  opened.expected.push(/Content Security Policy|sandboxed|Applying inline style/)

  // A list of 205 lines, of which four are mended in place: 197 pages in 8.3 s, 2 clicks, 3 selects, and four lines lost.
  const list = effort(tab)
  await list.click(
    tab
      .getByRole('link', { name: 'New campaign' })
      .or(tab.getByRole('button', { name: 'New campaign' }))
      .first(),
  )
  await tab.getByLabel('Name').fill('Ledger')
  await list.select(tab.getByLabel('Template'), 'ledger')
  await tab.getByLabel('Control group').fill('0')
  const buffer = Buffer.from(contacts())
  await tab.getByLabel('List of people').setInputFiles({ name: 'contacts.csv', mimeType: 'text/csv', buffer })
  await tab.getByText(/^197 people · 4 duplicates merged · .* · 4 lines to correct$/).waitFor()
  await list.click(tab.getByRole('button', { name: 'Create' }))
  await heading(tab, 'Ledger')
  await list.click(tab.getByRole('link', { name: 'Problems (4)' }))
  for (let left = 4; left > 0; left--) {
    await list.click(tab.getByRole('button', { name: /^Correct/ }).first())
    await tab.getByLabel('E-mail address').fill(`mended${left}@m${left}.example`)
    await list.click(tab.getByRole('button', { name: 'Save', exact: true }))
    await tab.getByText(`Wrong${4 - left} Line${4 - left} is invited now.`).waitFor()
    await expect.poll(() => tab.getByRole('button', { name: /^Correct/ }).count()).toBe(left - 1)
  }
  await tab.getByText('201 pages wait to be looked at').waitFor({ timeout: 120_000 })
  const listSeconds = list.seconds()
  expect(list.took()).toEqual({ clicks: 11, keys: 0, selects: 1 })

  // Looking through the pages, and other words for three people: there was neither.
  const review = effort(tab)
  await review.click(tab.getByRole('link', { name: 'Review' }))
  await heading(tab, 'Review')
  const shows = (text: string) =>
    tab.frameLocator('.frames iframe:not([hidden])').getByText(text, { exact: true }).waitFor()
  await shows('Company 0, close the books in three days')
  await review.press('c')
  for (let person = 0; person < 3; person++) {
    await review.click(tab.getByRole('button', { name: 'Change Headline', exact: true }))
    await tab.getByRole('textbox', { name: 'Headline' }).fill(`Only for you, ${person}`)
    await review.click(tab.getByRole('button', { name: 'Save for this person' }))
    await shows(`Only for you, ${person}`)
    await review.press('a')
  }
  await tab.getByText('3 of 201 pages approved').waitFor()
  const oneByOne = effort(tab)
  for (let approved = 4; approved <= 200; approved++) {
    await tab.getByRole('button', { name: /^Approve/ }).waitFor()
    await oneByOne.press('a')
    await tab.getByText(`${approved} of 201 pages approved`).waitFor()
  }
  expect(oneByOne.took()).toEqual({ clicks: 0, keys: 197, selects: 0 })
  const looked = oneByOne.seconds()
  await review.click(tab.getByRole('button', { name: 'All are right' }))
  await review.click(tab.getByRole('dialog').getByRole('button', { name: 'All are right' }))
  await tab.getByText('201 of 201 pages approved').waitFor()
  await review.click(tab.getByRole('link', { name: 'Back to the campaign' }))
  await review.click(tab.getByRole('button', { name: 'Open', exact: true }))
  await tab.getByText('open', { exact: true }).waitFor()
  const reviewSeconds = review.seconds()
  expect(review.took()).toEqual({ clicks: 11, keys: 4, selects: 0 })

  // Links back: 1 click. The page is looked at first.
  const links = effort(tab)
  const [file] = await Promise.all([
    tab.waitForEvent('download'),
    links.click(tab.getByRole('link', { name: 'Download links' })),
  ])
  const linksSeconds = links.seconds()
  expect(links.took()).toEqual({ clicks: 1, keys: 0, selects: 0 })
  const rows = readFileSync(await file.path(), 'utf8')
    .trimEnd()
    .split('\r\n')
  expect(rows[0]).toBe(`${titles},link,status,problem`)
  const sent = new Set(rows.flatMap((row) => /https?:\S+?pattern=[\w-]{22}/.exec(row)?.[0] ?? []))
  expect(sent.size).toBe(201)

  // One more person, and the link: 5 clicks, and no way to copy it from the campaign.
  const one = effort(tab)
  await one.click(tab.getByText('Add people'))
  await tab.getByLabel('Or paste it').fill('E-mail,First Name,Company\nzoe@zebra.example,Zoe,Zebra Ltd\n')
  await one.click(tab.getByRole('button', { name: 'Add', exact: true }))
  await tab.getByText('1 line read, 1 person in them: 1 new').waitFor()
  await tab.getByLabel('Search the people of this campaign').fill('zoe@zebra')
  await one.click(tab.getByRole('row', { name: /Zoe/ }).getByRole('button'))
  const oneSeconds = one.seconds()
  expect(one.took()).toEqual({ clicks: 3, keys: 0, selects: 0 })

  printSteps([
    [
      'a list of 205 lines, four of them mended in place',
      list.took(),
      listSeconds,
      '2 clicks, 3 selects, 8.3 s; 4 lines lost',
    ],
    [
      'other words for three people, all approved, opened',
      review.took(),
      reviewSeconds - looked,
      'not possible',
    ],
    ['197 pages looked at one by one', oneByOne.took(), looked, 'not possible'],
    ['links as a file', links.took(), linksSeconds, '1 click'],
    ['one more person, and the link', one.took(), oneSeconds, '5 clicks, 40 s; no link in the campaign'],
  ])
})

test('a template with two cases, clicked together on the page', { timeout: 300_000 }, async () => {
  const tag = `<script src="${motif().service.url}/snippet.js" async></script>`
  await using landing = await startLocalServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(page(tag))
  })
  await using opened = await motif().open('/console/templates')
  opened.expected.push(/status of 400/)
  const { page: tab } = opened
  const making = effort(tab)
  await making.click(tab.getByRole('button', { name: 'New template' }))
  const dialog = tab.getByRole('dialog')
  await dialog.getByLabel('Name').fill('by-hand')
  await dialog.getByLabel('Page').fill(`${landing.url}/`)
  const opening = tab.context().waitForEvent('page')
  await making.click(dialog.getByRole('button', { name: 'Create' }))
  const shown = await opening
  const editor = shown.getByRole('region', { name: 'Motif editor' })
  await editor.getByRole('list', { name: 'Items' }).waitFor({ state: 'attached' })
  const button = (name: string) => editor.getByRole('button', { name, exact: true })
  const field = (name: string) => editor.getByLabel(name, { exact: true })
  const pick = async (selector: string) => {
    await making.click(button('Pick an element'))
    await making.click(shown.locator(selector))
  }

  await pick('h1')
  await field('Text').fill('Close the books in three days')
  await pick('blockquote')
  await field('Text').fill('Our customers close in three days.')
  for (const [at, [industry, words]] of [
    ['Retail', 'Shops close in two.'],
    ['Software', 'Software teams close in one.'],
  ].entries()) {
    await making.click(button('Say something else for some people'))
    const card = editor.locator(`[data-case="${at}"]`)
    await making.select(card.getByLabel('Condition'), { label: 'is' })
    await card.getByLabel('Value').fill(industry ?? '')
    await field(`Text of case ${at + 1}`).fill(words ?? '')
  }
  await making.click(button('Save'))
  await expect.poll(() => editor.getByRole('status').textContent()).toBe('Saved as version 2.')
  const seconds = making.seconds()
  expect(making.took()).toEqual({ clicks: 9, keys: 0, selects: 2 })
  const { body } = await motif().request<{ yaml: string }>('GET', '/v1/templates/by-hand')
  expect(body.yaml).toContain('Shops close in two.')
  expect(body.yaml).toContain('Software teams close in one.')
  printSteps([
    ['a template with two items and two cases', making.took(), seconds, '32 clicks, 6 min; no cases'],
  ])
})

type Step = [step: string, effort: Effort, seconds: number, before: string]

function printSteps(steps: Step[]): void {
  const lines = steps.map(
    ([step, { clicks, keys, selects }, seconds, before]) =>
      `| ${step} | ${clicks} | ${keys} | ${selects} | ${seconds.toFixed(1)} | ${before} |\n`,
  )
  process.stdout.write(
    `| step | clicks | keys | selects | seconds | when it was first tried |\n|---|---|---|---|---|---|\n${lines.join('')}`,
  )
}

/** Counts what somebody does by hand; what is typed is not counted, as it was not on the first day. */
function effort(tab: Page) {
  const done: Effort = { clicks: 0, keys: 0, selects: 0 }
  const began = performance.now()
  return {
    took: () => done,
    seconds: () => (performance.now() - began) / 1000,
    async click(what: Locator) {
      done.clicks++
      await what.click()
    },
    async select(what: Locator, option: string | { label: string }) {
      done.selects++
      await what.selectOption(option)
    },
    async press(key: string) {
      done.keys++
      await tab.keyboard.press(key)
    },
  }
}
