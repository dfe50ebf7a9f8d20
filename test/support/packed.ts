import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The files of a package at a version, such as `html5@1.0.5`: packed by npm once, kept in `node_modules/.cache`. */
export async function packedFolder(spec: string): Promise<string> {
  const folder = resolve('node_modules/.cache/packed', spec.replaceAll('/', '+'))
  if (existsSync(folder)) return folder
  const making = `${folder}.${process.pid}`
  await mkdir(making, { recursive: true })
  // What is printed without `--silent`, and with `--json`, names each file: of large packages that is a megabyte.
  const args = ['pack', spec, '--silent', '--ignore-scripts', '--pack-destination', making]
  const packed = join(making, (await run('npm', args)).stdout.trim())
  await run('tar', ['-xzf', packed, '-C', making])
  await rm(packed)
  // Another worker may have been faster.
  await rename(making, folder).catch((error) => {
    if (!existsSync(folder)) throw error
  })
  return folder
}

/** A large package with all that it needs, for a test that `npm test` leaves out: `npm ci` would take seconds longer. */
export async function installedFolder(name: string, version: string): Promise<string> {
  const folder = resolve('node_modules/.cache/installed', name)
  const args = ['install', `${name}@${version}`, '--silent', '--ignore-scripts', '--prefix', folder]
  await run('npm', args)
  return join(folder, 'node_modules', name)
}
