import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import './end-of-worker.ts'
import { freshDatabase } from './fresh-database.ts'
import { type CheckAnswer, createCheck, type OpenapiDocument } from './openapi.ts'

/** The real service, as its own process. `await using` ends it. */
export interface Service extends AsyncDisposable {
  /** Where it listens, without a slash at the end. */
  url: string
  /** A token of the user `ada` of the organization `acme`. */
  token: string
  /** A token of the user `bob` of the organization `other`. */
  otherToken: string
  /**
   * Sends a request with `token` (another with `{ token }`, none with `{ token: '' }`) and a JSON body if given one.
   * Throws where an answer of the API is not what its OpenAPI document says.
   */
  request<Body = unknown>(method: string, path: string, options?: RequestOptions): Promise<Answer<Body>>
  /** Of its process. */
  pid: number
  /** Everything that it wrote so far on standard output and standard error. */
  output(): string
  /** Ends it, by SIGTERM if nothing else is said, and gives its exit code once it is gone (`null` for a signal). */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

export interface RequestOptions {
  /** An object goes out as JSON, text and bytes as they are. */
  body?: unknown
  token?: string
  headers?: Record<string, string>
}

export interface Answer<Body> {
  status: number
  headers: Headers
  /** The parsed JSON, the text if it is none, `undefined` if there is no body. */
  body: Body
}

const main = resolve('dist/service/main.js')
/**
 * For the embedded database: in the seconds that most services of the tests live, optimising it costs more than it gives.
 * With any such flag Node.js compiles its own modules at each start. Without that database the flag gives nothing.
 */
export const startFlags = process.env.OPTIMISE ? [] : ['--liftoff-only']
const endWithParent = resolve('demo-site/end-with-parent.js')
/** The services that run, with their folders. */
const running = new Map<ChildProcess, string>()
process.once('exit', () => {
  for (const child of running.keys()) child.kill('SIGKILL')
  // A process of its own: this one is given half a second.
  if (running.size > 0) spawn('rm', ['-rf', ...running.values()], { detached: true, stdio: 'ignore' })
})

/**
 * Starts the built service on a free port and waits until it listens; throws with its output if it ends before.
 * Its working folder is one of its own, so that no `.env` and no `./data` of the developer's come in. It has a new
 * database, reaches loopback addresses, has no rate limit, and asks no website for anything by itself, unless `environment` says otherwise.
 *
 * @param file another release's: see `unpackRelease`
 */
export async function startService(environment: Record<string, string> = {}, file = main): Promise<Service> {
  const token = randomBytes(16).toString('base64url')
  const otherToken = randomBytes(16).toString('base64url')
  const folder = mkdtempSync(join(tmpdir(), 'motif-service-'))
  const database = await freshDatabase(environment)
  const flags = 'DATABASE_URL' in { ...database, ...environment } ? [] : startFlags
  const child = spawn(process.execPath, [...flags, '--import', endWithParent, file], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      HOME: folder,
      PORT: '0',
      ENRICH: 'email',
      CHECK_PAGES: 'false',
      RATE_LIMIT: '0',
      ALLOW_PRIVATE_ADDRESSES: 'true',
      TEMPLATES_DIR: resolve('test/fixtures/templates'),
      MOTIF_TOKENS: `acme/ada=${token},other/bob=${otherToken}`,
      ...database,
      ...environment,
    },
  })
  running.set(child, folder)
  const gone = whenGone(child, folder)
  const log = collect(child)
  const url = await Promise.race([log.listening, gone.then((code) => fail(code, log.text()))])
  const stop = (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal)
    return gone
  }
  return {
    url,
    token,
    otherToken,
    pid: child.pid ?? 0,
    output: log.text,
    stop,
    request: async (method, path, options = {}) => {
      const check = path.startsWith('/v1/') ? await checkOf(url) : undefined
      return sendTo(url, method, path, { token, ...options }, check)
    },
    [Symbol.asyncDispose]: async () => void (await stop()),
  }
}

function whenGone(child: ChildProcess, folder: string): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => {
      running.delete(child)
      rmSync(folder, { recursive: true, force: true })
      resolve(code)
    })
  })
}

function collect(child: ChildProcess) {
  let text = ''
  const listening = new Promise<string>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (part: string) => {
        text += part
        const found = /listening on (http:\/\/[^\s"]+)/.exec(text)?.[1]
        if (found) resolve(found.replace(/\/$/, ''))
      })
    }
  })
  return { listening, text: () => text }
}

function fail(code: number | null, output: string): never {
  throw new Error(`The service ended (${code}) before it listened:\n${output}`)
}

/** What checks the answers of a service against its own description, by its URL. */
const checks = new Map<string, Promise<CheckAnswer>>()
/** The same by the description: most services have the same one. */
const checksByDescription = new Map<string, CheckAnswer>()

/** The check of a service's answers. Its description is asked for once. */
function checkOf(url: string): Promise<CheckAnswer> {
  const check = checks.get(url) ?? readCheck(url)
  checks.set(url, check)
  check.catch(() => checks.delete(url))
  return check
}

async function readCheck(url: string): Promise<CheckAnswer> {
  const answer = await fetch(`${url}/v1/openapi.json`)
  const text = (await answer.text()).replaceAll(url, '')
  const check = checksByDescription.get(text) ?? createCheck(JSON.parse(text) as OpenapiDocument)
  checksByDescription.set(text, check)
  return check
}

/** Sends a request to a service that runs anywhere. `check` is told its answer. */
export async function sendTo<Body>(
  url: string,
  method: string,
  path: string,
  options: RequestOptions,
  check?: CheckAnswer,
): Promise<Answer<Body>> {
  const { body, token, headers } = options
  const isRaw = typeof body === 'string' || body instanceof Uint8Array
  const response = await fetch(`${url}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isRaw ? (body as string) : JSON.stringify(body) }),
  })
  const text = await response.text()
  check?.(method, path, response, text)
  return { status: response.status, headers: response.headers, body: parse(text) as Body }
}

function parse(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
