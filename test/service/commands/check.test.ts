import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LocalServer, startLocalServer } from '../../support/local-server.ts'
import { motif, type Ran } from '../../support/motif.ts'
import { createTemplatesDir, type TemplatesDir } from '../../support/templates.ts'

const launch = `
languages: [en, de]
content:
  - { selector: "#hero h1", type: text, payload: x }
  - { selector: "table > tbody > tr", type: text, payload: x }
  - { selector: lead, type: html, payload: x }
  - { selector: pricing, type: text, payload: x }
  - { selector: "a:hover", type: text, payload: x }
analytics:
  - { selector: "p:has(> a)", type: view }
`
const pages: Record<string, { type?: string; status?: number; body: string | Buffer }> = {
  '/launch': {
    body: `<!doctype html><main><section id=hero><h1>A</h1><h1>B</h1></section><table><tr><td>x</table>
      <div id=lead></div><div data-content=pricing></div><p><a href=/>a</a></main>`,
  },
  '/less': {
    body: `<template><h1 class=x></h1></template><noscript><h1 class=x></h1></noscript><h1>A${' text'.repeat(120)}`,
  },
  '/app': { body: '<!doctype html><div id=root></div><script src=/app.js></script>' },
  '/picture': { type: 'image/png', body: 'x' },
  '/broken': { status: 500, body: 'x' },
  '/latin': { type: 'text/html; charset=iso-8859-1', body: Buffer.from('<p class="\u00e9">x</p>', 'latin1') },
}

let templates: TemplatesDir
let server: LocalServer

beforeAll(async () => {
  templates = await createTemplatesDir({
    launch,
    broken: 'languages: [en]\ncontent:\n  - { selector: h1, typ: text, payload: x }\n',
    refused:
      'languages: [en]\ncontent:\n  - { selector: main, type: src, payload: /x.jpg }\n  - { selector: p a, type: href, payload: /x }\n  - { selector: p, type: href, payload: /x }\n',
    late: 'languages: [en]\ncontent: [{ selector: .x, type: text, payload: x }]\n',
    accent: 'languages: [en]\ncontent: [{ selector: .é, type: text, payload: x }]\n',
  })
  server = await startLocalServer(({ path }, response) => {
    const page = pages[path]
    if (path === '/moved') response.writeHead(302, { location: '/launch' }).end()
    else if (!page) response.writeHead(404).end()
    else response.writeHead(page.status ?? 200, { 'content-type': page.type ?? 'text/html' }).end(page.body)
  })
})

afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await templates[Symbol.asyncDispose]()
})

const check = (...args: string[]): Promise<Ran> =>
  motif(['check', ...args], { TEMPLATES_DIR: templates.path, PUBLIC_URL: 'https://motif.example.com/' })

test('a sound template is said to be sound, by its name or its path', async () => {
  const sound = {
    code: 0,
    stdout: 'launch.yaml is sound: 5 content items, 1 analytics item, in en, de\n',
    stderr: '',
  }
  expect(await check('launch')).toEqual(sound)
  expect(await check(`${templates.path}/launch.yaml`)).toEqual(sound)
})

test('a broken template is told by line, and an unknown one in one line', async () => {
  expect(await check('broken')).toEqual({
    code: 1,
    stdout: '',
    stderr: 'broken.yaml:3:21: "typ" is not a field of content item 1; did you mean "type"?\n',
  })
  const unknown = await check('nope')
  expect(unknown).toMatchObject({ code: 1, stdout: '' })
  expect(unknown.stderr).toMatch(/nope\.yaml: there is no such file\n$/)
  expect((await check()).code).toBe(2)
})

test('on a page every selector is counted as a browser counts it', async () => {
  for (const path of ['/launch', '/moved']) {
    const { code, stdout, stderr } = await check('launch', '--page', `${server.url}${path}`)
    expect(stdout.split('\n').slice(1)).toEqual([
      '       2  #hero h1',
      '       1  table > tbody > tr',
      '       1  lead',
      '       1  pricing',
      ' unknown  a:hover',
      '       1  p:has(> a)',
      '',
    ])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  }
})

test('a selector without a match fails, and a page made by scripts is told apart', async () => {
  const none = await check('late', '--page', `${server.url}/less`)
  expect(none).toMatchObject({ code: 1, stderr: `1 selector without a match on ${server.url}/less\n` })
  const app = await check('late', '--page', `${server.url}/app`)
  expect(app.code).toBe(1)
  expect(app.stderr).toContain(
    'scripts make this page in the browser, and what they add is not counted: open a personal link',
  )
})

test.each([
  ['/nowhere', /^the page answers HTTP 404$/],
  ['/broken', /^the page answers HTTP 500$/],
  ['/picture', /^the page is not HTML but image\/png$/],
  ['ftp://x/', /cannot be read: not an http or https URL$/],
  ['http://127.0.0.1:1/', /cannot be read: .+$/],
])('a page that cannot be read is told in one line: %s', async (page, message) => {
  const { code, stderr } = await check('late', '--page', page.startsWith('/') ? `${server.url}${page}` : page)
  expect(code).toBe(1)
  expect(stderr.trimEnd()).toMatch(message)
})

test.each([
  ['https://motif.example.com', { PUBLIC_URL: 'https://motif.example.com/' }],
  ['http://127.0.0.1:4000', { HOST: '0.0.0.0' }],
  ['http://[::1]:4000', { HOST: '::' }],
])('the tag is printed, one for every page and template, and names %s', async (url, environment) => {
  const tag = await motif(['tag'], environment)
  expect(tag.stdout.replace(/>[^<]+</, '><')).toBe(`<script data-host="${url}"></script>\n`)
  expect(await motif(['tag', '--template', 'nope'], environment)).toEqual(tag)
})
