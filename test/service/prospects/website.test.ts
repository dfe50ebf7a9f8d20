import { gzipSync } from 'node:zlib'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { guardedFetch } from '../../../service/base/net/guarded-fetch.ts'
import type { Facts } from '../../../service/prospects/facts.ts'
import { askSource, type Source } from '../../../service/prospects/sources/source.ts'
import { openSources } from '../../../service/prospects/sources/sources.ts'
import { startLocalServer } from '../../support/local-server.ts'

type Answer = Parameters<typeof startLocalServer>[0]

/** What the website source finds where the home page of acme.example is answered so. */
async function findOn(answer: Answer, known: Facts = { email: 'jane@acme.example', domain: 'acme.example' }) {
  await using site = await startLocalServer(answer)
  const source = open((url, init, options) => {
    expect(url).toBe('https://acme.example/')
    return guardedFetch(`${site.url}/`, init, options)
  }, true)
  return await source.find(known)
}

const page =
  (
    html: string | Buffer,
    headers: Record<string, string> = { 'content-type': 'text/html; charset=utf-8' },
  ): Answer =>
  (_request, response) =>
    response.writeHead(200, headers).end(html)

const jsonLd = (...data: unknown[]) =>
  data.map((each) => `<script type="application/ld+json">${JSON.stringify(each)}</script>`).join('')

function open(fetch: typeof guardedFetch, allowPrivateAddresses: boolean): Source {
  const [source] = openSources({ enrich: ['website'], env: {}, allowPrivateAddresses }, fetch)
  if (!source) throw new Error('no source')
  return source
}

describe('the home page of a company', () => {
  test('tells company, industry and description by JSON-LD', async () => {
    const organization = {
      '@context': 'https://schema.org',
      '@type': 'Organization',
      name: 'Acme Corporation',
      industry: 'Tools',
      description: 'Acme makes everything.',
      sameAs: ['https://twitter.com/acme', 'https://www.linkedin.com/company/acme'],
    }
    expect(await findOn(page(jsonLd(organization)))).toEqual({
      company: 'Acme Corporation',
      industry: 'Tools',
      description: 'Acme makes everything.',
    })
    expect(await findOn(page(jsonLd(organization)), { domain: 'acme.example' })).toMatchObject({
      linkedin: 'https://www.linkedin.com/company/acme',
    })
  })

  test('tells by OpenGraph and meta tags what JSON-LD does not', async () => {
    const html = `<!doctype html><html><head><title>x</title>
      <meta property="og:site_name" content="Acme &amp; Sons"><META NAME=Description CONTENT='Second'>
      <meta property="og:description" content="First"><meta name="industry" content="Steel">
      <script type="application/ld+json">{ broken</script></head></html>`
    expect(await findOn(page(html))).toMatchObject({
      company: 'Acme & Sons',
      industry: 'Steel',
      description: 'First',
    })
  })

  test.each([
    ['the header', 'text/html; charset=iso-8859-1', ''],
    ['a meta tag', 'text/html', '<meta charset="windows-1252">'],
  ])('is read in the encoding that %s names', async (_what, type, meta) => {
    const html = Buffer.from(`${meta}<meta property="og:site_name" content="M\u00fcller">`, 'latin1')
    expect(await findOn(page(html, { 'content-type': type }))).toMatchObject({ company: 'Müller' })
  })

  test('is followed over redirects', async () => {
    const found = await findOn((request, response) => {
      if (request.path === '/') response.writeHead(301, { location: '/home' }).end()
      else page('<meta property="og:site_name" content="Moved">')(request, response, 1)
    })
    expect(found).toMatchObject({ company: 'Moved' })
  })

  test.each<[string, Answer]>([
    ['is no HTML', page('{"name":"Acme"}', { 'content-type': 'application/json' })],
    ['fails', (_request, response) => response.writeHead(500, { 'content-type': 'text/html' }).end('<p>')],
    ['redirects for ever', (_request, response) => response.writeHead(302, { location: '/' }).end()],
    [
      'redirects elsewhere than to http',
      (_request, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
    ],
    ['breaks off', (_request, response) => response.writeHead(200).destroy()],
  ])('tells nothing where it %s', async (_what, answer) => {
    await expect(findOn(answer)).rejects.toThrow()
  })

  test('is read up to 2 MB, after decompression', async () => {
    const early = '<meta property="og:site_name" content="Early">'
    const late = '<meta name="industry" content="Late">'
    const html = gzipSync(`${early}${'<p>filling</p>'.repeat(200_000)}${late}`)
    const headers = { 'content-type': 'text/html', 'content-encoding': 'gzip' }
    const found = await findOn(page(html, headers))
    expect(found.company).toBe('Early')
    expect(found.industry).toBeUndefined()
  })

  test.each([
    [
      'a million open tags and as many that close others',
      `${'<b>'.repeat(330_000)}${'</i>'.repeat(250_000)}`,
    ],
    ['JSON-LD nested without end', `<script type="application/ld+json">${'{"@graph":['.repeat(20_000)}`],
  ])('may hold %s', async (_what, html) => {
    const found = await findOn(page(`<meta property="og:site_name" content="Acme">${html}`))
    expect(found.company).toBe('Acme')
  })

  test('is not asked for at a mail provider, or where there is no domain', async () => {
    const source = open(() => Promise.reject(new Error('asked')), false)
    expect(await source.find({ email: 'jane@gmail.com' })).toEqual({})
    expect(await source.find({ domain: 'gmail.com' })).toEqual({})
    expect(await source.find({ domain: '127.0.0.1' })).toEqual({})
    expect(await source.find({ domain: 'localhost' })).toEqual({})
  })

  test.each(['10.0.0.5', 'fd00::1'])('is not fetched where its name leads to %s', async (address) => {
    const lines: string[] = []
    const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) })
    const family = address.includes(':') ? 6 : 4
    const source = open(
      (url, init, options) =>
        guardedFetch(url, init, {
          ...options,
          lookup: async () => [{ address, family }],
        }),
      false,
    )
    const found = await askSource(log, source, () => source.find({ domain: 'acme.example' }))
    expect(found).toBeUndefined()
    expect(JSON.parse(lines.join(''))).toMatchObject({ source: 'website', reason: 'address refused' })
    expect(lines.join('')).not.toContain('acme.example')
  })
})
