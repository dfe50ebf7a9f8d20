import { type ChildProcess, spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { startFlags } from './service.ts'

/** `npm run demo` without its build, as its own process. `await using` ends it, whatever happens. */
export interface Demo extends AsyncDisposable {
  /** All that it printed until it was ready. */
  text: string
  /** The links of a page, in the order printed: as it is, then one for each prospect. */
  linksTo(page: 'launch' | 'app'): string[]
  /** The link of a page for the first prospect, made by the edge. */
  edgeLinkTo(page: 'launch'): string
  /** Resolves once the campaigns have had their visits, which makes the machine busy. */
  untilPlayed(): Promise<void>
  /** Ends it by SIGINT, to all of its process group where `group` says so, and gives the exit code. */
  stop(to?: 'process' | 'group'): Promise<number | null>
}

/** Starts the demo and waits for its links; throws with what it printed if it ends before. Build `dist/` first. */
export async function startDemo(environment: Record<string, string>): Promise<Demo> {
  const child = spawn(process.execPath, [...startFlags, resolve('demo-site/demo.ts')], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PORT: '0', DEMO_PORT: '0', EDGE_PORT: '0', NO_COLOR: '1', ...environment },
  })
  const ended = new Promise<number | null>((done) => child.once('close', done))
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  ended.then(() => process.off('exit', kill))
  const prints = printsOf(child, ended)
  const text = await prints('Ctrl-C')
  return {
    text,
    linksTo: (page) =>
      text.replace(/^.*by the edge.*$/gm, '').match(new RegExp(`http://\\S+/${page}(\\?\\S+)?$`, 'gm')) ?? [],
    edgeLinkTo: (page) => new RegExp(`by the edge +(http://\\S+/${page}\\?\\S+)$`, 'm').exec(text)?.[1] ?? '',
    untilPlayed: async () => void (await prints('have had their visits')),
    stop: (to = 'process') => {
      process.kill(to === 'group' ? -(child.pid ?? 0) : (child.pid ?? 0), 'SIGINT')
      return ended
    },
    [Symbol.asyncDispose]: async () => {
      kill()
      await ended
    },
  }
}

/** Waits until some words are printed, and gives all that was printed until then; throws if the demo ends before. */
function printsOf(child: ChildProcess, ended: Promise<number | null>): (words: string) => Promise<string> {
  let text = ''
  const heard = new EventTarget()
  const read = (bytes: Buffer) => {
    text += bytes
    heard.dispatchEvent(new Event('more'))
  }
  child.stdout?.on('data', read)
  child.stderr?.on('data', read)
  return (words) =>
    new Promise((done, reject) => {
      const look = () => text.includes(words) && done(text)
      heard.addEventListener('more', look)
      look()
      ended.then((code) => reject(new Error(`The demo ended with ${code}.\n${text}`)))
    })
}
