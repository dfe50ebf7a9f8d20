import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Browser, Download, Locator, Page } from 'playwright'
import { beforeAll, expect, onTestFailed } from 'vitest'
import { type HubspotServer, startHubspot } from '../../service/connections/hubspot-server.ts'
import { patienceMs } from '../../support/browsers/browser.ts'
import { launchChromium } from '../../support/browsers/chromium.ts'
import { type RequestOptions, type Service, startService } from '../../support/service.ts'
import { createTemplatesDir } from '../../support/templates.ts'

/** The one template that every console of these tests has. */
export const launchTemplate = readFileSync('test/fixtures/console/launch.yaml', 'utf8')

/** What Chromium says where a test fills in what can be edited; typing and pasting do not. */
export const filled = /Applying inline style/

/** Each file of tests has its own organization at the service that they share. */
const organizations = [
  'sign-in',
  'campaigns',
  'lists',
  'review',
  'people',
  'figures',
  'templates',
  'template-edits',
  'settings',
  'today',
  'looks-at-nothing',
  'looks-at-one',
  'looks-at-sixty',
  'faults',
  'keys',
  'hostile',
] as const
type Organization = (typeof organizations)[number]

/** The console of one organization. */
export interface Console {
  service: Service
  hubspot: HubspotServer
  token: string
  request: Service['request']
  open(path: string, options?: OpenOptions): Promise<Opened>
}

export interface OpenOptions {
  width?: number
  colorScheme?: 'light' | 'dark'
  reducedMotion?: 'reduce' | 'no-preference'
  /** As a browser at 200 % shows a window of this width. */
  zoom?: number
  /** Signs in first; not where it is empty. */
  token?: string
  /** Whether nothing is pressed or filled in while something is still loading. Default: true. */
  waitsForAnswers?: boolean
}

interface Opened extends AsyncDisposable {
  page: Page
  /** Errors that a test brings about itself, such as a failed request, by what they say. */
  expected: RegExp[]
}

interface Shared {
  service: Service
  hubspot: HubspotServer
  browser: Browser
  tokens: Record<Organization, string>
}

/** What the files share, until the process ends. */
const shared: { all?: Promise<Shared> } = {}

async function start(): Promise<Shared> {
  const templates = await createTemplatesDir({ launch: launchTemplate })
  const tokens = Object.fromEntries(
    organizations.map((organization) => [organization, randomBytes(16).toString('base64url')]),
  ) as Shared['tokens']
  const members = organizations.map((organization) => `${organization}/ada=${tokens[organization]}`)
  const hubspot = await startHubspot()
  const environment = {
    TEMPLATES_DIR: templates.path,
    MOTIF_TOKENS: members.join(),
    HUBSPOT_URL: hubspot.url,
  }
  const [service, browser] = await Promise.all([startService(environment), launchChromium()])
  return { service, hubspot, browser, tokens }
}

/** The console of this file's organization. Any error in it fails the test. */
export function consoleOf(organization: Organization): () => Console {
  let own: Console | undefined
  beforeAll(async () => {
    shared.all ??= start()
    const { service, hubspot, browser, tokens } = await shared.all
    const token = tokens[organization]
    own = {
      service,
      hubspot,
      token,
      request: (method, path, options?: RequestOptions) =>
        service.request(method, path, { token, ...options }),
      open: (path, options = {}) => openAt(browser, service.url, path, { token, ...options }),
    }
  }, 900_000)
  return () => own as Console
}

/** What a failed test says of its page, and how long that may take. */
const mostOfSnapshot = 4000
const snapshotMs = 5000

async function openAt(browser: Browser, url: string, path: string, options: OpenOptions): Promise<Opened> {
  const { width = 1280, colorScheme = 'light', reducedMotion = 'reduce', zoom = 1 } = options
  const { token, waitsForAnswers = true } = options
  const viewport = { width: Math.round(width / zoom), height: Math.round(800 / zoom) }
  const context = await browser.newContext({ viewport, deviceScaleFactor: zoom, colorScheme, reducedMotion })
  context.setDefaultTimeout(patienceMs)
  const page = await context.newPage()
  const errors: string[] = []
  const expected: RegExp[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    // What is not connected is not found.
    const isUnconnected = message.location().url.endsWith('/v1/connections/hubspot')
    if (message.type() === 'error' && !isUnconnected) errors.push(message.text())
  })
  if (token) await context.request.post(`${url}/console/session`, { data: { token } })
  // What comes above a control while it is pressed moves it away from under the pointer, as it would for people.
  const loading = page.locator('.loading').first()
  if (waitsForAnswers) await page.addLocatorHandler(loading, () => loading.waitFor({ state: 'detached' }))
  let last = 'nothing yet'
  onTestFailed(() => console.error(`${path} ended as:\n${last}`))
  await page.goto(`${url}${path}`)
  return {
    page,
    expected,
    async [Symbol.asyncDispose]() {
      last = await page
        .ariaSnapshot({ timeout: snapshotMs })
        .then((snapshot) => `${page.url()}\n${snapshot.slice(0, mostOfSnapshot)}`)
        .catch(String)
      await context.close()
      expect(errors.filter((error) => !expected.some((each) => each.test(error)))).toEqual([])
    },
  }
}

/** Waits for a screen of this name. */
export function heading(page: Page, name: string): Promise<void> {
  return page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
}

/** The file that comes when a control is pressed. */
export async function downloaded(page: Page, control: Locator): Promise<Download> {
  const [file] = await Promise.all([page.waitForEvent('download'), control.click()])
  return file
}

/** An expression in the page, past the policy that keeps it from evaluating texts. */
export async function evaluate(page: Page, expression: string): Promise<unknown> {
  const client = await page.context().newCDPSession(page)
  const sent = { expression, awaitPromise: true, returnByValue: true }
  return (await client.send('Runtime.evaluate', sent)).result.value as unknown
}

/** A visit with these events arrives, as a page reports them. */
export async function report(
  service: Service,
  pattern: string,
  visit: string,
  events: object[],
  told?: object,
): Promise<void> {
  const body = JSON.stringify({
    v: 1,
    pattern,
    visit: visit.padEnd(22, 'A'),
    sent: 9000,
    input: true,
    last: events.length,
    events,
    report: told,
  })
  const headers = { 'content-type': 'text/plain', 'user-agent': 'Mozilla/5.0 (X11; Linux x64) Firefox/153.0' }
  await service.request('POST', '/e', { token: '', body, headers })
}
