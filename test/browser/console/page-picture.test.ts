import { expect, test } from 'vitest'
import { startLocalServer } from '../../support/local-server.ts'
import { makeCampaign } from './invite.ts'
import { consoleOf } from './opened.ts'

const motif = consoleOf('figures')

test('a page as it is made, and as it was, has a number at each element that changes, and a colour where it was read', async () => {
  await using landing = await startLocalServer(({ path: asked }, response) => {
    response.setHeader('content-type', 'text/html')
    const seen = '<h1>Welcome</h1><img alt="" width="90" height="60"><p>Ours</p>'
    response.end(`<!doctype html><body style="margin:90px">${asked === '/app' ? '<div></div>' : seen}</body>`)
  })
  const yaml = [
    `page: ${landing.url}/spring`,
    'languages: [en]',
    'content:',
    '  - { selector: h1, type: text, payload: "Hello {{ prospect.name }}" }',
    '  - { selector: img, type: src, payload: /a.png }',
    '  - { selector: .gone, type: text, payload: Gone }',
    'analytics: [{ id: ours, selector: p, type: duration }]',
  ].join('\n')
  await motif().request('PUT', '/v1/templates/pictured', { body: { yaml } })
  const id = await makeCampaign(motif(), 'Pictured', 'email,name\nann@p.example,Ann', {
    template: 'pictured',
  })
  const find = () =>
    motif().request<{ people: { content: string; status: string }[] }>('GET', `/v1/campaigns/${id}/people`)
  await expect.poll(find).toMatchObject({ body: { people: [{ status: 'completed' }] } })
  await using opened = await motif().open('/console')
  const { page } = opened
  opened.expected.push(/Content Security Policy|sandboxed|404/)

  /** The label of each mark, which element it stands on, and whether its label covers nothing of that. */
  async function marksOf(path: string) {
    await page.goto(`${motif().service.url}${path}`)
    const boxOf = (selector: string) => page.locator(selector).boundingBox()
    const boxes = [await boxOf('h1'), await boxOf('img'), await boxOf('p')]
    const labels = await page.locator('motif-label').all()
    const marks = await page.locator('motif-mark').all()
    return Promise.all(
      marks.map(async (mark, at) => {
        const box = await mark.boundingBox()
        const on = boxes.findIndex((each) => JSON.stringify(each) === JSON.stringify(box))
        const label = await labels[at]?.boundingBox()
        const isBeside = box && label && label.height > 0 && label.x + label.width <= box.x + 1
        return [await labels[at]?.textContent(), on, isBeside ? 'beside' : 'not seen']
      }),
    )
  }
  const path = `/v1/content/${(await find()).body.people[0]?.content}/page`
  const numbered = [
    ['1', 0, 'beside'],
    ['2', 1, 'beside'],
    ['3', -1, 'not seen'],
  ]
  expect(await marksOf(`${path}?numbers=true`)).toEqual(numbered)
  await page.getByRole('heading', { name: 'Hello Ann' }).waitFor()
  expect(await marksOf('/v1/templates/pictured/original?numbers=true')).toEqual(numbered)
  await page.getByRole('heading', { name: 'Welcome' }).waitFor()
  expect(await marksOf(`${path}?read=ours:80:12 s,unknown:5:1 s`)).toEqual([['12 s', 2, 'beside']])
  await motif().request('PUT', '/v1/templates/app', { body: { yaml: yaml.replace('/spring', '/app') } })
  await page.goto(`${motif().service.url}/console/templates`)
  await page.getByTitle('The page of app').filter({ hasText: 'drawn by its scripts' }).waitFor()
})
