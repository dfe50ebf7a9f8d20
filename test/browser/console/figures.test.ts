import { expect, test } from 'vitest'
import { makeCampaign } from './invite.ts'
import { consoleOf, evaluate, report } from './opened.ts'

const motif = consoleOf('figures')

test('a day is told in words and two are plotted, each figure seen where they are equal; the page shows what was read', async () => {
  const { request, service } = motif()
  const id = await makeCampaign(motif(), 'One day', 'E-mail\nanna@acme.example\n')
  const people = () =>
    request<{ people: { link?: string; status?: string }[] }>('GET', `/v1/campaigns/${id}/people`)
  await expect.poll(async () => (await people()).body.people[0]?.status).toBe('completed')
  const link = (await people()).body.people[0]?.link ?? ''
  const events = [
    { seq: 1, item: 'headline', type: 'view', at: 1300 },
    { seq: 2, item: 'reserve', type: 'click', at: 4000, button: 'primary' },
  ]
  await report(service, new URL(link).searchParams.get('pattern') ?? '', 'one', events)

  await using opened = await motif().open(`/console/campaigns/${id}?tab=figures`)
  const { page } = opened
  opened.expected.push(/Content Security Policy|sandboxed|502/)
  await page.getByText(/^\w.*: 1 visit, 1 view, 1 click\.$/).waitFor()
  const results = (await request<{ days: object[] }>('GET', `/results/campaign/${id}`)).body
  const days = ['2026-11-01', '2026-11-02'].map((day) => ({ ...results.days[0], day }))
  await page.route(/results\/campaign/, (route) => route.fulfill({ json: { ...results, days } }))
  await Promise.all([page.waitForRequest(/page\?read=headline.*reserve/), page.reload()])
  const plot = page.getByRole('img', { name: /2 visits, 2 views, 2 clicks/ })
  await plot.locator('canvas').waitFor()
  expect(await evaluate(page, `(${unusedWidth})()`)).toBeLessThan(2)
  expect(await evaluate(page, `(${coloursOfLastDay})()`)).toEqual(['clicks', 'views', 'visits'])
})

/** How much of its card the plot leaves empty, in pixels. Runs in the page. */
function unusedWidth(): number {
  const [holder, plot] = ['.plot', '.plot canvas'].map((which) => document.querySelector(which))
  return (holder?.clientWidth ?? 0) - (plot?.clientWidth ?? 0)
}

/** The figures whose colour is right of the middle of the last of two days, where no line is. Runs in the page. */
function coloursOfLastDay(): string[] {
  const canvas = document.querySelector<HTMLCanvasElement>('.plot canvas')
  const drawing = document.querySelector('.plot .u-over')?.getBoundingClientRect()
  const context = canvas?.getContext('2d')
  if (!canvas || !drawing || !context) return []
  const ratio = canvas.width / canvas.clientWidth
  const middle = (drawing.left - canvas.getBoundingClientRect().left + (drawing.width * 1.5) / 2) * ratio
  const { data } = context.getImageData(Math.ceil(middle) + 1, 0, Math.round(20 * ratio), canvas.height)
  const seen = new Set<string>()
  for (let at = 0; at < data.length; at += 4)
    if (data[at + 3] === 255) seen.add(data.slice(at, at + 3).join())
  const style = getComputedStyle(document.documentElement)
  return ['clicks', 'views', 'visits'].filter((name) => {
    context.fillStyle = style.getPropertyValue(`--${name}`).trim()
    const hex = Number.parseInt(String(context.fillStyle).slice(1), 16)
    return seen.has([hex >> 16, (hex >> 8) & 255, hex & 255].join())
  })
}
