import { expect, test } from 'vitest'
import { makeCampaign } from './invite.ts'
import { consoleOf, report } from './opened.ts'

const motif = consoleOf('figures')

interface Person {
  link?: string
  status?: string
  group?: 'personal' | 'control'
}

test('a campaign with a control group says whether it worked, in a sentence and day by day', async () => {
  const { request, service } = motif()
  const list = Array.from({ length: 60 }, (_, at) => `somebody@company-${at}.example`)
  const draft = { control: 50, status: 'draft' } as const
  const id = await makeCampaign(motif(), 'Compared', `E-mail\n${list.join('\n')}\n`, draft)

  await using opened = await motif().open(`/console/campaigns/${id}`)
  const { page } = opened
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await page.getByText(/^Open: \d+ links show their pages, \d+ the original \(control group\)\./).waitFor()
  const size = page.getByText(/^Control: \d+ of 60 people, \d+ of 60 companies. Too few to ever tell/)
  await size.waitFor()

  const people = async () =>
    (await request<{ people: Person[] }>('GET', `/v1/campaigns/${id}/people?limit=100`)).body.people
  await expect.poll(async () => (await people()).every(({ status }) => status === 'completed')).toBe(true)
  const seen = { seq: 1, item: 'headline', type: 'view', at: 1300 }
  const patternOf = ({ link = '' }: Person) => new URL(link).searchParams.get('pattern') ?? ''
  const of = async (group: Person['group']) => (await people()).filter((person) => person.group === group)
  for (const group of ['personal', 'control'] as const) {
    await size.waitFor()
    const [first] = await of(group)
    await report(service, first ? patternOf(first) : '', `${group}0`, [seen])
    await page.reload()
  }
  for (const group of ['personal', 'control'] as const)
    for (const [at, person] of (await of(group)).slice(0, 4).entries())
      await report(service, patternOf(person), `${group}${at}`, [
        seen,
        ...(at < (group === 'personal' ? 3 : 1)
          ? [{ seq: 2, item: 'reserve', type: 'click', at: 4000, button: 'primary' }]
          : []),
      ])
  const lift = () => request<{ groups: { reached: number }[] }>('GET', `/v1/campaigns/${id}/lift`)
  await expect.poll(async () => (await lift()).body.groups.map(({ reached }) => reached)).toEqual([3, 1])
  await page.reload()
  await page
    .getByText(/Of those invited to a personal page \d+ % reached the goal, of the control group \d+ %/)
    .waitFor()
  await page.getByText(/The list is too small to ever tell whether that is chance/).waitFor()
  // Without a verdict there is no more than the sentence.
  const bars = page.getByText(/^3 of \d+ invited; 4 visited/)
  expect(await bars.count()).toBe(0)
  const reviewed = (await request<object>('GET', `/v1/campaigns/${id}/review`)).body
  await page.route(/\/review$/, (route) => route.fulfill({ json: { ...reviewed, canTell: true } }))
  const told = (await request<{ days: object[] }>('GET', `/v1/campaigns/${id}/lift`)).body
  const days = [{ ...told.days[0], day: '2026-11-01' }, ...told.days]
  await page.route(/\/lift$/, (route) => route.fulfill({ json: told }))
  await page.reload()
  await page.getByText(/Too early to say: so few people show nothing yet/).waitFor()
  expect(await bars.count()).toBe(0)
  const judged = { ...told, days, verdict: 'not-sure-yet' }
  await page.route(/\/lift$/, (route) => route.fulfill({ json: judged }))
  await page.reload()
  await page.getByText(/Not sure yet: the difference lies between/).waitFor()
  await page.getByText(/75 % reached the goal with a personal page, 25 % in the control group/).waitFor()
  await page.getByText('The difference in points, day by day').click()
  const plot = page.getByRole('img', { name: /difference in points/ })
  await plot.locator('canvas').waitFor()
  await page.getByRole('button', { name: 'As a table' }).click()
  const day = page.getByRole('row', { name: /3 of \d+ 1 of \d+/ }).first()
  await day.waitFor()
  const inControl = page.getByRole('row', { name: /Look.* control / }).first()
  await inControl.getByRole('link').first().click()
  await page.getByText('Control group: sees the original page').waitFor()
})

test('without a goal the campaign says what to do', async () => {
  const yaml =
    'page: https://www.example.com/\nlanguages: [en]\ncontent:\n  - { selector: h1, type: text, payload: Hi }\n'
  await motif().request('PUT', '/v1/templates/goalless', { body: { yaml } })
  const id = await makeCampaign(motif(), 'Aimless', '', { template: 'goalless', control: 10 })
  await using opened = await motif().open(`/console/campaigns/${id}`)
  opened.expected.push(/status of 409/)
  await opened.page.getByText(/The pages have no goal/).waitFor()
})
