import { expect, test } from 'vitest'
import { startLocalServer } from '../../support/local-server.ts'
import { startService } from '../../support/service.ts'
import { createTemplatesDir } from '../../support/templates.ts'
import { inviteAll } from './support.ts'

const answers: Record<string, [status: number, type: string]> = {
  '/wind.png': [200, 'image/png'],
  '/gone.png': [410, 'image/png'],
  '/page.png': [200, 'text/html'],
  '/forbidden.png': [403, 'image/png'],
}

test('before links go out, each different picture is asked for once, and those that do not exist are told', async () => {
  await using pictures = await startLocalServer(({ path }, response) => {
    const [status, type] = answers[path] ?? [206, 'image/png']
    response.writeHead(status, { 'content-type': type }).end()
  })
  await using templates = await createTemplatesDir({
    launch: `
page: ${pictures.url}/launch
languages: [en]
content:
  - { selector: img, type: src, payload: "/{{ prospect.industry | slugify }}.png" }
`,
  })
  await using service = await startService({ CHECK_PAGES: 'true', TEMPLATES_DIR: templates.path })
  const industries = ['Gone', 'Wind', 'Gone', 'Page', 'Forbidden', 'Part']
  const lines = industries.map((industry, at) => `p${at}@a${at}.example,${industry}\n`)
  const { id } = await inviteAll(service, `email,industry\n${lines.join('')}`)
  const { body } = await service.request('GET', `/v1/campaigns/${id}/pictures`)
  expect(body).toEqual({
    asked: 5,
    broken: [
      { url: `${pictures.url}/gone.png`, people: 2 },
      { url: `${pictures.url}/page.png`, people: 1 },
    ],
  })
  const asked = pictures.received.filter(({ path }) => path !== '/launch')
  expect(asked.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
    'GET /forbidden.png',
    'GET /gone.png',
    'GET /page.png',
    'GET /part.png',
    'GET /wind.png',
  ])
})
