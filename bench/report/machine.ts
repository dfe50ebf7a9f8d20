import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { arch, cpus, loadavg, platform, release, totalmem } from 'node:os'
import { findBrowser } from '../../test/support/browsers/find-browser.ts'
import { findFile, findPostgres } from '../../test/support/programs.ts'

/** Describes the machine on which the figures were measured. */
export function describeMachine() {
  return {
    cores: cpus().length,
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    memoryGb: Math.round(totalmem() / 2 ** 30),
    system: `${platform()} ${release()} ${arch()}`,
    loadAverages: loadavg().map((value) => Math.round(value * 100) / 100),
    versions: {
      node: process.version,
      chromium: versionOf(findBrowser('chromium')?.path, '--version'),
      postgresql: versionOf(findPostgres() && `${findPostgres()}/postgres`, '--version'),
      nginx: versionOf(findFile('nginx') ?? findFile('/usr/sbin/nginx'), '-v'),
      wrk: findFile('wrk') ? 'installed' : undefined,
      ...contenders(),
    },
  }
}

function contenders(): Record<string, string> {
  const path = new URL('../package.json', import.meta.url)
  return (JSON.parse(readFileSync(path, 'utf8')) as { dependencies: Record<string, string> }).dependencies
}

function versionOf(file: string | undefined, flag: string): string | undefined {
  if (!file) return undefined
  return execFileSync('sh', ['-c', `"$0" ${flag} 2>&1`, file], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .at(-1)
    ?.trim()
}
