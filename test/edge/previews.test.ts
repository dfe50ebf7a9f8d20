import { expect, test } from 'vitest'
import { startEdgeServer } from '../../service/pages/edge-server.ts'
import { batchOf } from '../service/events/batch.ts'
import { startLocalServer } from '../support/local-server.ts'
import { createContent, createProspect, whenCompleted } from '../support/records.ts'
import { startService } from '../support/service.ts'
import { createTemplatesDir } from '../support/templates.ts'

const launch = `
languages: [en]
content:
  - { selector: title, type: text, payload: "Launch for {{ prospect.company }}" }
  - { selector: 'meta[property="og:title"], meta[name="twitter:title"]', type: text, payload: "{{ prospect.company }} & Launch" }
  - { selector: 'meta[property="og:image"]', type: src, payload: "/og/{{ prospect.company | slugify }}.png" }
`
const page = `<!doctype html><html><head><meta charset="utf-8"><title>Launch</title>
<meta property="og:title" content="Launch"><meta name="twitter:title" content="Launch">
<meta property="og:image" content="https://www.example.com/og.png"><script src="/tag.js"></script></head><h1>Launch</h1>`

/** What asks for a link before it is shown in a chat or a mail. */
const previewers = {
  Slack: 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  LinkedIn: 'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)',
  WhatsApp: 'WhatsApp/2.23.20.0',
  Teams: 'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5 skype-url-preview@microsoft.com',
  iMessage:
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0',
}

test('a link’s preview has the personal title and picture, and whoever made it is no visitor but a machine', async () => {
  await using templates = await createTemplatesDir({ launch })
  await using service = await startService({ TEMPLATES_DIR: templates.path })
  await using origin = await startLocalServer((_, response) =>
    response.setHeader('content-type', 'text/html').end(page),
  )
  const prospect = await createProspect(service, { email: 'ada@acme.example' })
  const { id } = await createContent(service, { prospect, template: 'launch' })
  const { pattern } = await whenCompleted(service, id)
  const ends = { origin: origin.url, service: service.url, host: '127.0.0.1', port: 0 }
  const edge = await startEdgeServer({ ...ends, timeoutMs: 10_000 })
  const countsOf = async () => {
    const { body } = await service.request<object>('GET', `/results/content/${id}`)
    return body
  }

  for (const [at, agent] of Object.values(previewers).entries()) {
    const headers = {
      'user-agent': agent,
      'x-forwarded-for': `203.0.113.${at}`,
      'x-forwarded-proto': 'https',
    }
    const answer = await fetch(`${edge.url}/launch?pattern=${pattern}`, {
      headers: { ...headers, range: 'bytes=0-32768' },
    })
    const read = (await answer.text()).replace(/ data-motif[^ ]*="[^"]*"/g, '')
    expect(answer.status).toBe(200)
    expect(read).toContain('<title>Launch for Acme</title>')
    expect(read).toContain('<meta property="og:title" content="Acme &#38; Launch">')
    expect(read).toContain('<meta name="twitter:title" content="Acme &#38; Launch">')
    const picture = `${edge.url.replace('http:', 'https:')}/og/acme.png`
    expect(read).toContain(`<meta property="og:image" content="${picture}">`)
    // It runs no script, so it is not seen. One that did would be a machine, whatever it said of itself.
    expect(await countsOf()).toMatchObject({ visits: 0, machines: at, unsure: 0 })
    const batch = batchOf({ pattern })
    expect((await service.request('POST', '/e', { token: '', headers, body: batch })).status).toBe(204)
    expect(await countsOf()).toMatchObject({ visits: 0, machines: at + 1, unsure: 0 })
  }
  expect(edge.takeCounts()).toEqual({ personalised: 5 })
  await edge.close()
})
