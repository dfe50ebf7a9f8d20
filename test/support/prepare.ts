import { spawnSync } from 'node:child_process'
import {
  type Engine,
  engines,
  findBrowser,
  findWholeChromium,
  hasHeadlessShell,
} from './browsers/find-browser.ts'
import { findFile, findNginx, findPostgres } from './programs.ts'

/**
 * Before the tests: sees to it that the three browsers and PostgreSQL are on this machine. What is missing is
 * installed, by Playwright's own download, else by the system's package manager; where a browser cannot be had the
 * run stops with one line that says what to type. Without PostgreSQL or nginx only their tests are skipped.
 */

const packages: Record<Engine | 'headlessShell' | 'postgres' | 'nginx', string[]> = {
  chromium: ['chromium'],
  headlessShell: ['chromium-headless-shell'],
  firefox: ['firefox-esr'],
  webkit: ['webkit2gtk-driver', 'xvfb', 'xauth'],
  postgres: ['postgresql'],
  nginx: ['nginx-light'],
}

const downloadTimeoutMs = 10 * 60_000
const aptTimeoutMs = 15 * 60_000

await prepareBrowsers()
prepareHeadlessShell()
preparePostgres()
prepareNginx()

async function prepareBrowsers() {
  if (missingBrowsers().length > 0) await downloadBrowsers(missingBrowsers())
  const missing = missingBrowsers()
  if (missing.length === 0) return
  const names = missing.flatMap((engine) => packages[engine])
  if (installPackages(names) && missingBrowsers().length === 0) return
  stop(
    `The tests need ${missing.join(', ')}. Type: npx playwright install --with-deps ${missing.join(' ')}`,
    names,
  )
}

function prepareHeadlessShell() {
  if (hasHeadlessShell() || (installPackages(packages.headlessShell) && hasHeadlessShell())) return
  say('Chromium is here with its windows alone: the tests will take some minutes longer.')
}

function preparePostgres() {
  if (findPostgres() || (installPackages(packages.postgres) && findPostgres())) return
  say('PostgreSQL is not on this machine and cannot be installed: the tests on PostgreSQL will be skipped.')
}

function prepareNginx() {
  if (findNginx() || (installPackages(packages.nginx) && findNginx())) return
  say('nginx is not on this machine and cannot be installed: of its example only the paths are checked.')
}

function missingBrowsers(): Engine[] {
  return engines.filter((engine) => !(engine === 'chromium' ? findWholeChromium() : findBrowser(engine)))
}

/** Playwright tries an unreachable host for minutes, so its host is asked first. */
async function downloadBrowsers(missing: Engine[]) {
  const host = process.env.PLAYWRIGHT_DOWNLOAD_HOST ?? 'https://cdn.playwright.dev'
  const isReachable = await fetch(host, { method: 'HEAD', signal: AbortSignal.timeout(5000) }).then(
    () => true,
    () => false,
  )
  if (!isReachable) return say(`${host} is not reachable; trying the system's packages.`)
  say(`Installing ${missing.join(', ')} by Playwright …`)
  const withDeps = asRoot() && findFile('apt-get') ? ['--with-deps'] : []
  run(
    [process.execPath, 'node_modules/playwright/cli.js', 'install', ...withDeps, ...missing],
    downloadTimeoutMs,
  )
}

/** Whether Debian's packages could be installed. */
function installPackages(names: string[]): boolean {
  const root = asRoot()
  if (!root || !findFile('apt-get')) return false
  say(`Installing ${names.join(', ')} by apt-get …`)
  const apt = [
    ...root,
    'env',
    'DEBIAN_FRONTEND=noninteractive',
    'apt-get',
    '-qq',
    '-o',
    'Dpkg::Use-Pty=0',
    '-o',
    'DPkg::Lock::Timeout=120',
  ]
  run([...apt, 'update'], aptTimeoutMs)
  return run([...apt, 'install', '-y', '--no-install-recommends', ...names], aptTimeoutMs)
}

/** How to become root without being asked for a password: not at all if we are, `undefined` if we cannot. */
function asRoot(): string[] | undefined {
  if (process.getuid?.() === 0) return []
  return findFile('sudo') && spawnSync('sudo', ['-n', 'true']).status === 0 ? ['sudo', '-n'] : undefined
}

function run([command = '', ...args]: string[], timeout: number): boolean {
  return spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'], timeout }).status === 0
}

function stop(message: string, names: string[]): never {
  const orApt = findFile('apt-get') ? ` or: sudo apt-get install -y ${names.join(' ')}` : ''
  console.error(message + orApt)
  process.exit(1)
}

function say(line: string) {
  console.log(line)
}
