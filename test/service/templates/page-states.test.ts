import { afterAll, beforeAll, expect, test } from 'vitest'
import { forADatabase } from '../../support/databases.ts'
import { startLocalServer } from '../../support/local-server.ts'
import { motif } from '../../support/motif.ts'
import { createContent, createProspect, whenCompleted } from '../../support/records.ts'
import { type Service, startService } from '../../support/service.ts'

interface Fault {
  kind: string
  template: string
  name?: string
  what?: string
  matches?: number
  visits?: number
}

const items = `
  - { name: Headline, selector: h1, type: text, payload: "Hello {{ prospect.company }}" }
  - { name: Logo, selector: "#logo", type: src, payload: /logo.png }
`
const long = '<p>Words that were written for everybody who comes here.</p>'
const sound = `<h1>Hello</h1><img id="logo" src="/own.png">${long}`

forADatabase((database) => {
  let environment: Record<string, string>
  let service: Service

  beforeAll(async () => {
    environment = {
      ...(await database.create()),
      CHECK_PAGES: 'true',
      ALLOW_PRIVATE_ADDRESSES: 'true',
      // The command and the service have to mean the same tag.
      PUBLIC_URL: 'http://motif.example',
    }
    service = await startService(environment)
  })
  afterAll(() => service?.stop())

  /** A site whose HTML a test changes, and a template for it, whose page the service asks. Both are gone after the test. */
  async function begin(name = 'spring') {
    const pages: Record<string, string> = { '/': sound }
    const asked: string[] = []
    const site = await startLocalServer(({ path }, response) => {
      asked.push(path)
      const html = pages[path]
      response.statusCode = html === undefined ? 404 : 200
      response.setHeader('content-type', 'text/html')
      response.end(html ?? 'gone')
    })
    const store = (path = '/', content = items, of = name) =>
      service.request('PUT', `/v1/templates/${of}`, {
        body: { yaml: `page: ${site.url}${path}\nlanguages: [en]\ncontent:${content}` },
      })
    const tagged = async (html: string, of = name) => {
      const { body } = await service.request<string>('GET', `/v1/templates/${of}/tag`)
      return `<html><head>${body}</head><body>${html}</body></html>`
    }
    return {
      site,
      pages,
      asked,
      store,
      tagged,
      /** Puts this HTML there with the tag of the template. */
      show: async (html: string) => {
        pages['/'] = await tagged(html)
      },
      faults: async () => (await service.request<{ faults: Fault[] }>('GET', '/v1/faults')).body.faults,
      check: () => service.request<{ items: { state?: string }[] }>('GET', `/v1/templates/${name}/page`),
      night: async () => {
        const { code, stderr } = await motif(['maintain'], environment)
        if (code !== 0) throw new Error(stderr)
      },
      async [Symbol.asyncDispose]() {
        await service.request('DELETE', `/v1/templates/${name}`)
        await site[Symbol.asyncDispose]()
      },
    }
  }

  test('the night finds what is not on the page any more, and says so by name until it is mended', async () => {
    await using on = await begin()
    // A night in which the page did not answer in time says nothing new: the next one does.
    const told = async () => {
      await on.night()
      return on.faults()
    }
    await on.store()
    await on.show(sound)
    await expect.poll(told).toEqual([])

    await on.show(`<h2>Hello</h2><img id="logo" src="/own.png">${long}`)
    await expect
      .poll(told)
      .toMatchObject([{ kind: 'missing', template: 'spring', name: 'Headline', visits: 0, of: 0 }])
    expect((await on.check()).body.items).toMatchObject([{ state: 'missing' }, {}])

    await on.show(`<h1>One</h1><h1>Two</h1><img id="logo" src="/own.png">${long}`)
    await expect.poll(told).toMatchObject([{ kind: 'several', name: 'Headline', matches: 2 }])

    await on.show(sound)
    await expect.poll(told).toEqual([])
  })

  test('the tag is told when it is missing, but not if scripts or a tag manager may add it', async () => {
    await using on = await begin()
    await on.store()
    // Saving a template has its page looked at.
    await expect.poll(on.faults).toMatchObject([{ kind: 'page', what: 'no-tag', template: 'spring' }])
    await on.show(sound)
    await on.check()
    expect(await on.faults()).toEqual([])
    on.pages['/'] = sound
    await on.check()
    expect(await on.faults()).toHaveLength(1)
    on.pages['/'] = `<script src="https://www.googletagmanager.com/gtm.js?id=GTM-1"></script>${sound}`
    expect((await on.check()).body).toMatchObject({ hasTag: false, mayGetTag: true })
    expect(await on.faults()).toEqual([])
  })

  test('a page that is gone is told, one that does not answer for a while is not', async () => {
    await using on = await begin()
    await on.store()
    await on.show(sound)
    await on.check()
    const html = on.pages['/'] ?? ''
    delete on.pages['/']
    await on.check()
    expect(await on.faults()).toMatchObject([{ kind: 'page', what: 'gone' }])
    on.pages['/'] = html
    await on.check()
    expect(await on.faults()).toEqual([])
  })

  test('what scripts make is not called missing, however often the night looks', async () => {
    await using on = await begin()
    const html = '<div id="root"></div><script src="/app.js"></script>'
    on.pages['/'] = html
    await on.store()
    await on.show(html)
    await on.night()
    await on.night()
    expect((await on.check()).body.items).toMatchObject([{ state: 'unknown' }, { state: 'unknown' }])
    expect(await on.faults()).toEqual([])
  })

  test('twenty later visits without such trouble end the alarm', async () => {
    await using on = await begin()
    await on.store()
    await on.show(sound)
    await on.check()
    const prospect = await createProspect(service, { email: 'ann@acme.example' })
    const { id, pattern } = await createContent(service, { prospect, template: 'spring' })
    await whenCompleted(service, id)
    await on.show(`<h2>Hello</h2><img id="logo" src="/own.png">${long}`)
    await on.check()
    expect(await on.faults()).toHaveLength(1)
    const come = async (visit: number, report: object) => {
      const body = {
        v: 1,
        pattern,
        visit: `v${visit}`.padEnd(22, 'A'),
        sent: 1,
        last: 0,
        input: true,
        report,
        events: [],
      }
      const headers = { 'content-type': 'text/plain', 'user-agent': 'Mozilla/5.0 Firefox/153.0' }
      await service.request('POST', '/e', { token: '', body: JSON.stringify(body), headers })
    }
    const good = { applied: [0, 1], missing: [], refused: [], contested: [] }
    for (let visit = 0; visit < 19; visit++) await come(visit, good)
    expect(await on.faults()).toMatchObject([{ kind: 'missing', name: 'Headline' }])
    await come(19, good)
    expect(await on.faults()).toEqual([])
    // The next night finds nothing new.
    await on.night()
    expect(await on.faults()).toEqual([])
    await come(20, { applied: [1], missing: [0], refused: [], contested: [] })
    expect(await on.faults()).toMatchObject([{ kind: 'missing', name: 'Headline', visits: 1, of: 20 }])
    // It is there again: visits from before say nothing any more.
    await on.show(sound)
    await on.check()
    expect(await on.faults()).toEqual([])
    await service.request('DELETE', `/v1/content/${id}`)
  })

  test('nobody else is told, and a deleted template is forgotten', async () => {
    await using on = await begin()
    await on.store()
    await on.show(`${long}<img id="logo">`)
    await on.check()
    const others = await service.request<{ faults: object[] }>('GET', '/v1/faults', {
      token: service.otherToken,
    })
    expect(others.body.faults).toEqual([])
    expect(await on.faults()).toHaveLength(1)
    on.asked.length = 0
    await on.night()
    expect(on.asked).toEqual(['/'])
    await service.request('DELETE', '/v1/templates/spring')
    await expect.poll(on.faults).toEqual([])
    await on.night()
    expect(on.asked).toEqual(['/'])
  })
})
