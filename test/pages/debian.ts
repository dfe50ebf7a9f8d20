import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { findFile } from '../support/programs.ts'

/** Where packages of Debian are unpacked, each below its own paths from `usr/` on. */
export const debian = resolve('node_modules/.cache/debian')

/** Unpacks packages of Debian, of which nothing is installed; false where they cannot be had. */
export function unpack(names: string[]): boolean {
  const missing = names.filter((name) => !existsSync(`${debian}/${name}.is-here`))
  if (missing.length === 0) return true
  if (!findFile('apt-get') || !findFile('dpkg-deb')) return false
  mkdirSync(debian, { recursive: true })
  const download = () => run('apt-get', '-qq', 'download', ...missing)
  if (!download() && !(run('apt-get', '-qq', 'update') && download())) return false
  for (const name of missing) {
    for (const file of globSync(`${name}_*.deb`, { cwd: debian })) run('dpkg-deb', '-x', file, '.')
    writeFileSync(`${debian}/${name}.is-here`, '')
  }
  return true
}

function run(command: string, ...args: string[]): boolean {
  return spawnSync(command, args, { cwd: debian, stdio: 'ignore', timeout: 300_000 }).status === 0
}
