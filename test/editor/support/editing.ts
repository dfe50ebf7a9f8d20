import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright'
import type { EditedTemplate } from '../../../wire/editor.ts'
import { patienceMs } from '../../support/browsers/browser.ts'
import { startLocalServer } from '../../support/local-server.ts'
import { nonce } from '../../support/tag.ts'
import { type FakeService, startFakeService } from './fake-service.ts'

/** A page with the editor open in it. */
export interface Edited extends AsyncDisposable {
  page: Page
  /** The editor's region. */
  editor: Locator
  service: FakeService
  button(name: string): Locator
  field(name: string): Locator
  status(): Promise<string>
  /** Opens or closes what stands behind `Details`. */
  details(): Promise<void>
  /** Console errors, uncaught errors and violated policies so far. */
  complaints: string[]
}

export interface EditedPage {
  body?: string
  head?: string
  /** Scripts of the page, which run before the editor comes. */
  script?: string
  html?: string
  template?: Partial<EditedTemplate>
  context?: BrowserContextOptions
  /** The path and query at which it is opened. Default: `/` */
  path?: string
  /** The content item that the link asks for. */
  item?: number
}

/** The policy under which the editor has to work. */
const policy = `script-src 'nonce-${nonce}' 'strict-dynamic'; style-src 'self'; require-trusted-types-for 'script'; trusted-types motif dompurify`

/** A page of a marketer's own. */
export const landingPage = `<header><a href="/plans" id="plans">Plans</a></header>
<main><section id="hero"><h1>Meet <em>Launch</em></h1><p class="lead">For teams that ship.</p>
<img id="shot" src="/shot.svg" alt="A dashboard" width="300" height="120">
<a class="cta" href="/start">Start now</a></section>
<section id="pricing"><h2>Pricing</h2><ul><li class="plan">Small</li><li class="plan">Large</li></ul></section></main>`

/** Opens a page under a strict policy, with the editor in it as the tag opens it. */
export async function edit(browser: Browser, given: EditedPage = {}): Promise<Edited> {
  const service = await startFakeService(given.template)
  const site = await startLocalServer((request, response) => {
    if (request.path.endsWith('.svg')) {
      if (request.path.includes('gone')) return response.writeHead(404).end()
      response.writeHead(200, { 'content-type': 'image/svg+xml' })
      return response.end(
        '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="120"><rect width="300" height="120" fill="#9bd"/></svg>',
      )
    }
    if (request.path.endsWith('.css')) {
      response.writeHead(200, { 'content-type': 'text/css' })
      return response.end(looks)
    }
    response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': policy })
    response.end(htmlOf(given, service.url))
  })
  const context = await browser.newContext({ viewport: { width: 1660, height: 800 }, ...given.context })
  context.setDefaultTimeout(patienceMs)
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  await page.goto(site.url + (given.path ?? '/'))
  const editor = page.getByRole('region', { name: 'Motif editor' })
  await editor.getByRole('list', { name: 'Items' }).waitFor({ state: 'attached' })
  return {
    page,
    editor,
    service,
    complaints,
    button: (name) => editor.getByRole('button', { name, exact: true }),
    field: (name) => editor.getByLabel(name, { exact: true }),
    details: () => editor.getByText('Details', { exact: true }).click(),
    status: async () => (await editor.getByRole('status').textContent()) ?? '',
    async [Symbol.asyncDispose]() {
      await context.close()
      await site[Symbol.asyncDispose]()
      await service[Symbol.asyncDispose]()
    },
  }
}

const looks = `body { margin: 0; font: 18px/1.5 Georgia, serif; } main, header { padding: 24px 48px; } h1 { font-size: 56px; margin: 0; }
button, input, p, div { color: red !important; font-family: fantasy; } * { letter-spacing: 1px; } .cta { display: inline-block; padding: 12px 20px; background: #124; color: #fff; }`

function htmlOf(given: EditedPage, motif: string): string {
  const { body = landingPage, head = '', script = '', html = 'lang="en"' } = given
  const opening = JSON.stringify({
    host: motif,
    session: {
      session: 'the-session',
      expiresAt: '2030-01-01T00:00:00.000Z',
      template: 'launch',
      item: given.item,
    },
  })
  return `<!doctype html><html ${html}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Launch</title>
<link rel="stylesheet" href="/looks.css">${head}</head><body>${body}
<script nonce="${nonce}">${script}</script>
<script nonce="${nonce}">import('${motif}/editor.js').then(({ openEditor }) => openEditor(${opening}))</script></body></html>`
}

/** Picks the first element of this selector, as a marketer does with the mouse. */
export async function pick(edited: Edited, selector: string): Promise<void> {
  await edited.button('Pick an element').click()
  await edited.page.locator(selector).first().click()
}
