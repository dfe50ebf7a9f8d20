import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The service, or one of its commands, in its own process. */
export interface RunningService {
  /** Its address, without a slash at the end. */
  url: string
  /** Resolves when it has ended, to its standard error. */
  ended: Promise<string>
}

const endWithParent = new URL('end-with-parent.js', import.meta.url).href

/**
 * Starts a file of the project with these arguments, with the flags of this process and these environment variables, and waits until it
 * listens. It has its own process group, so that Ctrl-C reaches only the demo, which then ends it in order: a function that ends it is
 * added to `stops` at once. If it does not start, throws what the process has written to standard error.
 */
export async function runUntilListening(
  stops: (() => unknown)[],
  [file = '', ...args]: string[],
  variables: Record<string, string>,
): Promise<RunningService> {
  const path = fileURLToPath(new URL(`../${file}`, import.meta.url))
  const child = spawn(process.execPath, [...process.execArgv, '--import', endWithParent, path, ...args], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: true,
    env: { ...process.env, ...variables },
  })
  const ended = whenEnded(child)
  stops.push(() => {
    child.kill('SIGTERM')
    return ended
  })
  const failed = ended.then((words) =>
    Promise.reject(new Error(words || 'The service ended before it listened.')),
  )
  const url = await Promise.race([whenListening(child), failed])
  failed.catch(() => {})
  return { url, ended }
}

function whenListening(child: ChildProcess): Promise<string> {
  let text = ''
  return new Promise((resolve) => {
    child.stdout?.on('data', (bytes: Buffer) => {
      if (text.length > longestStart) return
      text += bytes
      const [, url] = /listening on (http:\/\/[^\s,]+)/.exec(text) ?? []
      if (url) resolve(url)
    })
  })
}

function whenEnded(child: ChildProcess): Promise<string> {
  let words = ''
  child.stderr?.on('data', (bytes: Buffer) => {
    words = (words + bytes).slice(-longestWords)
  })
  return new Promise((resolve) => {
    child.once('close', () => resolve(words.trim()))
    child.once('error', (error) => resolve(error.message))
  })
}

const longestStart = 100_000
const longestWords = 2000
