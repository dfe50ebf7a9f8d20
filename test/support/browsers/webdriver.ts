import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import '../end-of-worker.ts'
import { freePort } from '../free-port.ts'
import {
  type Browser,
  defaultViewport,
  type Key,
  type OpenOptions,
  patienceMs,
  type Tab,
  type Viewport,
} from './browser.ts'
import { findMiniBrowser, type InstalledBrowser } from './find-browser.ts'

/** What WebKitGTK needs to run as root, in a virtual display, without a graphics card. */
const environment = {
  WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
  LIBGL_ALWAYS_SOFTWARE: '1',
  WEBKIT_DISABLE_COMPOSITING_MODE: '1',
  WEBKIT_DISABLE_DMABUF_RENDERER: '1',
}

/** https://www.w3.org/TR/webdriver2/#keyboard-actions */
const keys: Record<Key, string> = {
  Enter: '\uE007',
  Tab: '\uE004',
  Escape: '\uE00C',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
}
const elementKey = 'element-6066-11e4-a52e-4f735466cecf'

type Send = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<unknown>

/**
 * Starts the system's WebKitGTK by its WebDriver, under its own virtual display. One tab is open at a time, and
 * serves all pages that do not ask for a tab of their own. A page that hangs takes its browser with it, so the next page
 * gets another.
 */
export async function launchByWebDriver({ path }: InstalledBrowser): Promise<Browser> {
  let running = await start(path)
  return {
    name: 'webkit',
    open: async (address, options) => {
      const isKept = options?.reusesTab !== false && (await answers(running.session))
      if (!isKept) {
        running.kill()
        running = await start(path)
      }
      return open(running.session, address, options)
    },
    close: async () => {
      await running.session('DELETE', '').catch(() => {})
      running.kill()
    },
  }
}

async function start(path: string) {
  const { display, server } = await startDisplay()
  const { url, driver } = await startDriver(path, display)
  const kill = () => {
    process.off('exit', kill)
    driver.kill('SIGKILL')
    server.kill('SIGKILL')
  }
  process.once('exit', kill)
  const { sessionId } = (await send(url, 'POST', '/session', { capabilities: capabilities() })) as {
    sessionId: string
  }
  const session: Send = (method, command, body) => send(`${url}/session/${sessionId}`, method, command, body)
  return { session, kill }
}

/** Whether the browser still does what it is told within 5 s. */
function answers(session: Send): Promise<boolean> {
  const isDone = session('POST', '/url', { url: 'about:blank' })
    .then(() => evaluate(session, 'true'))
    .then(Boolean, () => false)
  return Promise.race([isDone, wait(5000, false)])
}

/** `Xvfb` takes the first display that is free and writes its number on the file descriptor that it is given. */
async function startDisplay(): Promise<{ display: string; server: ChildProcess }> {
  const args = ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp']
  const server = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  const number = await new Promise<string>((resolve, reject) => {
    server.stdio[3]?.once('data', (text: Buffer) => resolve(text.toString().trim()))
    server.once('error', reject)
    server.once('exit', () => reject(new Error('Xvfb did not start.')))
  })
  return { display: `:${number}`, server }
}

async function startDriver(path: string, display: string): Promise<{ url: string; driver: ChildProcess }> {
  const port = await freePort()
  const driver = spawn(path, [`--port=${port}`, '--host=127.0.0.1'], {
    stdio: 'ignore',
    env: { ...process.env, ...environment, DISPLAY: display },
  })
  const url = `http://127.0.0.1:${port}`
  for (let attempt = 0; attempt < 200 && driver.exitCode === null; attempt++) {
    const isUp = await fetch(`${url}/status`).then(
      (answer) => answer.ok,
      () => false,
    )
    if (isUp) return { url, driver }
    await wait(50)
  }
  throw new Error('WebKitWebDriver did not start.')
}

function capabilities() {
  const options = { binary: findMiniBrowser(), args: ['--automation'] }
  const timeouts = { script: patienceMs }
  return { alwaysMatch: { pageLoadStrategy: 'none', timeouts, 'webkitgtk:browserOptions': options } }
}

async function send(url: string, method: string, path: string, body?: object): Promise<unknown> {
  const answer = await fetch(`${url}${path}`, {
    method,
    ...(method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
  })
  const { value } = (await answer.json()) as { value: unknown }
  if (!answer.ok) throw new Error(`WebDriver ${path}: ${JSON.stringify(value)}`)
  return value
}

async function open(session: Send, url: string, options: OpenOptions = {}): Promise<Tab> {
  await resize(session, options.viewport ?? defaultViewport)
  const tab = tabOf(session)
  await tab.goto(url, options)
  return tab
}

function tabOf(session: Send): Tab {
  return {
    evaluate: (expression) => evaluate(session, expression),
    goto: (url, options) => goto(session, url, options),
    back: async () => void (await session('POST', '/back')),
    click: async (selector) => {
      const found = await session('POST', '/element', { using: 'css selector', value: selector })
      await session('POST', `/element/${(found as Record<string, string>)[elementKey]}/click`)
    },
    clickAt: async (x, y) => {
      const move = { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 }
      const press = ['pointerDown', 'pointerUp'].map((type) => ({ type, button: 0 }))
      const actions = [{ type: 'pointer', id: 'mouse', actions: [move, ...press] }]
      await session('POST', '/actions', { actions })
    },
    press: (key) => type(session, keys[key]),
    type: (text) => type(session, text),
    screenshot: async () => Buffer.from((await session('GET', '/screenshot')) as string, 'base64'),
    close: async () => void (await answers(session)),
  }
}

async function type(session: Send, text: string): Promise<void> {
  const actions = [...text].flatMap((value) => ['keyDown', 'keyUp'].map((type) => ({ type, value })))
  await session('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] })
}

function evaluate(session: Send, expression: string): Promise<unknown> {
  return session('POST', '/execute/sync', { script: `return (${expression})`, args: [] })
}

/**
 * Without a load strategy the driver answers at once, so that a page which never loads cannot hold it up; the page
 * before, and the blank one between, may still be there for a moment.
 */
async function goto(session: Send, url: string, { waitUntil = 'load' }: OpenOptions = {}) {
  await evaluate(session, 'void (window.isOld = true)')
  await session('POST', '/url', { url })
  const state = waitUntil === 'load' ? `document.readyState === 'complete'` : `document.readyState !== ''`
  for (let attempt = 0; attempt * 10 < patienceMs; attempt++) {
    const isThere = `!window.isOld && location.href !== 'about:blank' && ${state}`
    if (await evaluate(session, isThere).catch(() => false)) return
    await wait(10)
  }
  throw new Error(`WebKit did not load ${url}`)
}

async function resize(session: Send, { width, height }: Viewport) {
  const frame = (await evaluate(session, '[outerWidth - innerWidth, outerHeight - innerHeight]')) as number[]
  await session('POST', '/window/rect', { width: width + (frame[0] ?? 0), height: height + (frame[1] ?? 0) })
}
