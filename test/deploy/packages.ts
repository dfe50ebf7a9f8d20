import { existsSync, readFileSync } from 'node:fs'

interface Lock {
  packages: Record<string, { dev?: boolean; devOptional?: boolean; link?: boolean }>
}

/** The folders of packages that `npm ci --omit=dev` makes, of those that are there. */
export function packagesForProduction(): string[] {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock
  return Object.entries(packages)
    .filter(([path, { dev, devOptional, link }]) => isPackage(path) && !dev && !devOptional && !link)
    .map(([path]) => path)
    .filter((path) => existsSync(path))
    .filter((path, _at, all) => !all.some((other) => path.startsWith(`${other}/`)))
}

/** Not so the project itself, nor the folder of its tests. */
const isPackage = (path: string) => path.startsWith('node_modules/')
