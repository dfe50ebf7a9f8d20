import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import type { Today } from '../../service/events/today.ts'
import { launch } from '../support/browsers/launch.ts'
import { startLocalServer } from '../support/local-server.ts'
import { createContent, createProspect } from '../support/records.ts'
import { type Service, startService } from '../support/service.ts'
import { createTemplatesDir } from '../support/templates.ts'

const template = `
page: https://www.example.com/
languages: [en, de]
content:
  - { selector: h1, type: text, payload: "{{ prospect.company }}, meet Launch" }
  - { selector: img, type: src, payload: "/{{ prospect.industry | slugify }}.svg" }
  - { selector: a, type: href, payload: "/demo?for={{ prospect.company }}" }
  - { selector: p, type: html, payload: "<b>{{ prospect.name }}</b>, welcome" }
analytics:
  - { id: headline, selector: h1, type: view }
  - { id: cta, selector: a, type: click }
`

const secret = `whsec_${randomBytes(24).toString('base64')}`

interface Summary {
  visits: number
  lost: number
  items: { id: string; events: number }[]
  report: { applied: number }[]
}

test('from an e-mail address to a personalised page and its events', async () => {
  await using templates = await createTemplatesDir({ launch: template })
  await using service = await startService({ TEMPLATES_DIR: templates.path, CALLBACK_SECRET: secret })
  await using receiver = await startLocalServer((_request, response) => response.writeHead(204).end())
  await using site = await startLocalServer((request, response) => {
    if (request.path.endsWith('.svg')) response.setHeader('content-type', 'image/svg+xml').end(picture)
    else response.setHeader('content-type', 'text/html').end(pageFor(service.url))
  })

  const additional = { name: 'Jane Doe', company: 'Acme', industry: 'Wind energy' }
  const prospect = await createProspect(service, { email: 'jane@acme.example', additional })
  const { id, pattern } = await createContent(service, {
    prospect,
    template: 'launch',
    callback: receiver.url,
  })

  const [callback] = await receiver.whenReceived(1)
  const headers = callback?.headers as Record<string, string>
  const notice = new Webhook(secret).verify(callback?.body ?? '', headers) as {
    data: { id: string; status: string }
  }
  expect(notice.data).toMatchObject({ id, status: 'completed' })

  const browser = await launch('chromium')
  try {
    const tab = await browser.open(`${site.url}/?pattern=${pattern}`)
    const shown = () =>
      tab.evaluate(`[document.querySelector('h1').textContent, document.querySelector('img').getAttribute('src'),
      document.querySelector('a').getAttribute('href'), document.querySelector('p').innerHTML]`)
    await expect
      .poll(shown)
      .toEqual(['Acme, meet Launch', '/wind-energy.svg', '/demo?for=Acme', '<b>Jane Doe</b>, welcome'])
    await tab.evaluate(
      `document.querySelector('a').addEventListener('click', (event) => event.preventDefault())`,
    )
    await tab.click('a')
    const results = async () => (await service.request<Summary>('GET', `/results/content/${id}`)).body
    await expect.poll(results).toMatchObject({
      visits: 1,
      lost: 0,
      items: [
        { id: 'headline', events: 1 },
        { id: 'cta', events: 1 },
      ],
      report: [{ applied: 1 }, { applied: 1 }, { applied: 1 }, { applied: 1 }],
    })

    // Who clicks and leaves is there no longer, nor is who saw the hero and clicked nothing that counts.
    const present = async () => (await today(service)).now.map(({ label }) => label)
    await expect.poll(present).toEqual(['Jane Doe'])
    await tab.evaluate(leave)
    await expect.poll(present).toEqual([])
    const quiet = await browser.open(`${site.url}/?pattern=${pattern}`)
    const seen = async () => {
      await quiet.click('h1')
      return (await results()).items[0]?.events
    }
    await expect.poll(seen).toBe(2)
    await expect.poll(present).toEqual(['Jane Doe'])
    await quiet.evaluate(leave)
    await expect.poll(present).toEqual([])

    // Nor is who leaves while the first news of the visit is under way.
    for (let visit = 0; visit < 4; visit++) {
      const hasty = await browser.open(`${site.url}/?pattern=${pattern}`)
      await hasty.click('h1')
      await hasty.evaluate(leave)
    }
    const visits = async () => (await results()).visits
    await expect.poll(visits).toBeGreaterThan(3)
    await expect.poll(present).toEqual([])
  } finally {
    await browser.close()
  }
})

const leave = `void (location.href = 'about:blank')`

/** What Today shows at the moment. */
async function today({ url, token }: Service): Promise<Today> {
  const ending = new AbortController()
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${url}/v1/live`, { headers, signal: ending.signal })
  let text = ''
  for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += piece
    const data = /^data: (.*)\n\n/m.exec(text)?.[1]
    if (!data) continue
    ending.abort()
    return JSON.parse(data) as Today
  }
  throw new Error('The stream ended without an event.')
}

const picture = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>'

function pageFor(motif: string): string {
  return `<!doctype html><html lang="en"><head><title>Launch</title><link rel="icon" href="data:,">
    <script async src="${motif}/snippet.js"></script></head>
    <body><h1>Meet Launch</h1><img src="/hero.svg" alt="" width="200" height="100"><p>Made for teams.</p><a href="/demo">See it</a></body></html>`
}
