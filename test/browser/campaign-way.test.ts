import { readFile } from 'node:fs/promises'
import { extname, join, normalize, resolve } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import type { Campaign } from '../../service/campaigns/campaign.ts'
import type { Today } from '../../service/events/today/operations.ts'
import { fileOf, inviteAll } from '../service/campaigns/support.ts'
import { launch } from '../support/browsers/launch.ts'
import { startLocalServer } from '../support/local-server.ts'
import { type Service, startService } from '../support/service.ts'
import { createTemplatesDir } from '../support/templates.ts'

/** Start Bootstrap's landing page, MIT: nobody had Motif in mind who made it. */
const theme = resolve('node_modules/startbootstrap-landing-page/dist')

const template = (page: string) => `
page: ${page}/
languages: [en]
content:
  - { selector: "header h1", type: text, payload: "{{ prospect.company }}, generate more leads" }
  - { selector: ".testimonials img", type: src, payload: "assets/img/testimonials-{{ prospect.additional.portrait }}.jpg" }
analytics:
  - { id: headline, selector: "header h1", type: view }
  - { id: sign-up, selector: "nav .btn", type: click, goal: true }
`

const list = `E-mail;First Name;Last Name;Company;Portrait\r
jane@acme.example;Jane;Doe;Acme;1\r
bo@beta.example;Bo;Low;Beta;2\r
cy@gamma.example;Cy;Hill;Gamma;9\r
di@delta.example;Di;West;Delta;3\r
`

/** The theme as it is on npm, with the tag in its head and nothing from elsewhere. */
async function startSite(tag: () => string) {
  const types: Record<string, string> = {
    '.html': 'text/html',
    '.css': 'text/css',
    '.js': 'text/javascript',
    '.jpg': 'image/jpeg',
  }
  return startLocalServer(async ({ path }, response) => {
    const name = normalize(new URL(path, 'http://site').pathname).replace(/\/$/, '/index.html')
    const file = await readFile(join(theme, name)).catch(() => undefined)
    const type = types[extname(name)] ?? 'application/octet-stream'
    if (!file) response.writeHead(404).end()
    else if (type !== 'text/html') response.setHeader('content-type', type).end(file)
    else response.setHeader('content-type', type).end(pageWith(file.toString(), tag()))
  })
}

function pageWith(html: string, tag: string): string {
  return html.replace(/(src|href)="https:[^"]*"/g, '$1="data:,"').replace('<head>', `<head>${tag}`)
}

/** What `GET /v1/live` tells, from now on; what was told is looked through again for each question. */
function follow(service: Service) {
  const aborted = new AbortController()
  const told: Today[] = []
  const ended = (async () => {
    const headers = { authorization: `Bearer ${service.token}` }
    const { body } = await fetch(`${service.url}/v1/live`, { headers, signal: aborted.signal })
    let text = ''
    for await (const piece of body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const events = `${text}${piece}`.split('\n\n')
      text = events.pop() ?? ''
      for (const event of events) {
        const [, data] = /^data: (.*)$/m.exec(event) ?? []
        if (data) told.push(JSON.parse(data) as Today)
      }
    }
  })().catch(() => {})
  return {
    present: () => new Set(told.flatMap(({ now }) => now.map(({ email }) => email))),
    async [Symbol.asyncDispose]() {
      aborted.abort()
      await ended
    },
  }
}

test('from a list to who came: links, a foreign page, figures, a webhook, live', async () => {
  let tag = ''
  await using site = await startSite(() => tag)
  await using templates = await createTemplatesDir({ launch: template(site.url) })
  await using service = await startService({
    TEMPLATES_DIR: templates.path,
    CHECK_PAGES: 'true',
  })
  await using receiver = await startLocalServer((_request, response) => response.writeHead(204).end())
  tag = `<script async src="${service.url}/snippet.js"></script>`
  const events = ['visit.started', 'goal.reached', 'campaign.completed']
  const hook = await service.request<{ id: string; secret: string }>('POST', '/v1/webhooks', {
    body: { url: receiver.url, events },
  })
  const { secret } = hook.body
  await using live = follow(service)

  const { id } = await inviteAll(service, list)
  const pictures = await service.request('GET', `/v1/campaigns/${id}/pictures`)
  const broken = [{ url: `${site.url}/assets/img/testimonials-9.jpg`, people: 1 }]
  expect(pictures.body).toMatchObject({ broken })

  const [header, ...rows] = (await fileOf(service, id, 'links.csv')).trimEnd().split('\r\n')
  expect(header).toBe('E-mail,First Name,Last Name,Company,Portrait,link,status,problem')
  const links = rows.map((row) => row.split(',')[5] ?? '')
  expect(new Set(links).size).toBe(4)

  const campaign = async () => (await service.request<Campaign>('GET', `/v1/campaigns/${id}`)).body
  const browser = await launch('chromium')
  try {
    for (const [link, company, portrait] of [
      [links[0], 'Acme', 1],
      [links[1], 'Beta', 2],
      [links[2], 'Gamma', 9],
    ] as const) {
      const before = (await campaign()).came
      const tab = await browser.open(link ?? '')
      const shown = () =>
        tab.evaluate(
          `[document.querySelector('header h1').textContent, document.querySelector('.testimonials img').getAttribute('src')]`,
        )
      // The picture that does not exist is not shown: the page keeps its own.
      const picture = `assets/img/testimonials-${portrait === 9 ? 1 : portrait}.jpg`
      await expect.poll(shown).toEqual([`${company}, generate more leads`, picture])
      if (company === 'Acme') await tab.click('nav .btn')
      // Who does nothing may be a machine.
      const came = async () => {
        await tab.click('header h1')
        return (await campaign()).came
      }
      await expect.poll(came).toBe(before + 1)
    }
    await expect.poll(campaign).toMatchObject({ people: 4, completed: 4, came: 3, reached: 1 })
    await expect
      .poll(live.present)
      .toEqual(new Set(['jane@acme.example', 'bo@beta.example', 'cy@gamma.example']))
  } finally {
    await browser.close()
  }

  const told = async () =>
    receiver.received.map(({ body, headers }) => {
      const { type } = new Webhook(secret).verify(body, headers as Record<string, string>) as { type: string }
      return type
    })
  await expect
    .poll(async () => (await told()).sort())
    .toEqual(['campaign.completed', 'goal.reached', 'visit.started', 'visit.started', 'visit.started'])

  const results = (await fileOf(service, id, 'results.csv')).trimEnd().split('\r\n')
  expect(results.map((row) => [row.split(',')[1], row.split(',').at(-3)])).toEqual([
    ['email', 'goal'],
    ['jane@acme.example', 'yes'],
    ['bo@beta.example', 'no'],
    ['cy@gamma.example', 'no'],
    ['di@delta.example', 'no'],
  ])
  expect((await service.request('GET', `/results/campaign/${id}`)).body).toMatchObject({
    records: 4,
    visits: 3,
    lost: 0,
    items: [{ id: 'headline' }, { id: 'sign-up', visits: 1, events: 1 }],
  })
})
