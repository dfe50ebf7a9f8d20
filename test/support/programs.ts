import { existsSync, globSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'

/** The folder of PostgreSQL's server programs, the newest where there are several. */
export function findPostgres(): string | undefined {
  const debian = globSync('/usr/lib/postgresql/*/bin').sort((a, b) => majorOf(b) - majorOf(a))
  const onPath = findFile('initdb')
  const folders = [...debian, ...(onPath ? [dirname(onPath)] : [])]
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')))
}

/** nginx, which is not on the PATH of every user. */
export function findNginx(): string | undefined {
  return findFile('nginx') ?? findFile('/usr/sbin/nginx')
}

/** Full path of a program on the PATH, or of a file by its full name. */
export function findFile(name: string): string | undefined {
  if (name.startsWith('/')) return existsSync(name) ? name : undefined
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
}

function majorOf(folder: string): number {
  return Number(folder.split('/').at(-2))
}
