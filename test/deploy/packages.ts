import { existsSync, readFileSync } from 'node:fs'

interface Lock {
  packages: Record<string, { dev?: boolean; devOptional?: boolean }>
}

/** The folders of packages that `npm ci --omit=dev` makes, of those that are there. */
export function packagesForProduction(): string[] {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock
  return Object.entries(packages)
    .filter(([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional && existsSync(path))
    .map(([path]) => path)
    .filter((path, _at, all) => !all.some((other) => path.startsWith(`${other}/`)))
}
