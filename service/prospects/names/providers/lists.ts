import { readFileSync } from 'node:fs'
import { projectFolder } from '../../../base/project-folder.ts'

const folder = new URL('service/prospects/names/providers/', projectFolder)

const read = (name: string) => {
  const text = readFileSync(new URL(`${name}.txt`, folder), 'utf8')
  return new Set(text.split('\n').filter((line) => line && !line.startsWith('#')))
}

const free = read('free')
const disposable = read('disposable')
const role = read('role')

/** Providers with the same name under many suffixes, which a list cannot hold completely. */
const brand = /^(gmail|googlemail|yahoo|ymail|rocketmail|hotmail|outlook|gmx|aol|icloud|protonmail|yandex)\./

/** Whether anybody can get a mailbox at this registrable domain, so that it names no employer. */
export function isMailProvider(domain: string): boolean {
  return free.has(domain) || disposable.has(domain) || brand.test(domain)
}

/** Whether the local part of an e-mail address, or a word of it, names a function: `info`, `no-reply`, `Sales.EMEA`. */
export function isRoleAddress(localPart: string): boolean {
  const [local = ''] = localPart.toLowerCase().split('+')
  return role.has(local.replace(/[^a-z]/g, '')) || local.split(/[^a-z]+/).some((word) => role.has(word))
}
