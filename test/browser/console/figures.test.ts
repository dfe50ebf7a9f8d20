import { expect, test } from 'vitest'
import { makeCampaign } from './invite.ts'
import { consoleOf, evaluate, report } from './opened.ts'

const motif = consoleOf('figures')

test('one day fills the plot’s card, beside the days before it, and each of its figures is seen where they are equal', async () => {
  const { request, service } = motif()
  const id = await makeCampaign(motif(), 'One day', 'E-mail\nanna@acme.example\n')
  const people = () =>
    request<{ people: { link?: string; status?: string }[] }>('GET', `/v1/campaigns/${id}/people`)
  await expect.poll(async () => (await people()).body.people[0]?.status).toBe('completed')
  const link = (await people()).body.people[0]?.link ?? ''
  await report(service, new URL(link).searchParams.get('pattern') ?? '', 'one', [
    { seq: 1, item: 'headline', type: 'view', at: 1300 },
    { seq: 2, item: 'reserve', type: 'click', at: 4000, button: 'primary' },
  ])

  await using opened = await motif().open(`/console/campaigns/${id}?tab=figures`)
  const { page } = opened
  const plot = page.getByRole('img', { name: /1 visit, 1 view, 1 click/ })
  await plot.locator('canvas').waitFor()
  expect(await evaluate(page, `(${unusedWidth})()`)).toBeLessThan(2)
  expect(await evaluate(page, `(${coloursOfLastDay})()`)).toEqual(['clicks', 'views', 'visits'])
})

/** How much of its card the plot leaves empty, in pixels. Runs in the page. */
function unusedWidth(): number {
  const [holder, plot] = ['.plot', '.plot canvas'].map((which) => document.querySelector(which))
  return (holder?.clientWidth ?? 0) - (plot?.clientWidth ?? 0)
}

/** The figures whose colour is right of the middle of the last of seven days, where no line is. Runs in the page. */
function coloursOfLastDay(): string[] {
  const canvas = document.querySelector<HTMLCanvasElement>('.plot canvas')
  const drawing = document.querySelector('.plot .u-over')?.getBoundingClientRect()
  const context = canvas?.getContext('2d')
  if (!canvas || !drawing || !context) return []
  const ratio = canvas.width / canvas.clientWidth
  const middle = (drawing.left - canvas.getBoundingClientRect().left + (drawing.width * 6.5) / 7) * ratio
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
