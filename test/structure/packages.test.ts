import { globSync, readFileSync } from 'node:fs'
import { satisfies } from 'semver'
import { expect, test } from 'vitest'

interface Manifest {
  dependencies?: Record<string, string>
  devDependencies: Record<string, string>
}

const read = <T>(path: string) => JSON.parse(readFileSync(path, 'utf8')) as T
const root = read<Manifest>('package.json')
const tests = read<Manifest>('test/package.json')

/** The oldest Node.js that `npm ci` has nothing to say about. */
const oldest = '20.19.0'

test(`every package that npm installs admits Node.js ${oldest}, so that it warns of none`, () => {
  const { packages } = read<{
    packages: Record<string, { engines?: { node?: string }; optional?: boolean }>
  }>('package-lock.json')
  expect(Object.keys(packages).length).toBeGreaterThan(100)
  const refusing = Object.entries(packages).filter(
    ([, { engines, optional }]) => !optional && !satisfies(oldest, engines?.node || '*'),
  )
  expect(refusing.map(([path]) => path)).toEqual([])
})

test('docs/architecture.md says what each package is for, and of no other', () => {
  const [, chapter = ''] = readFileSync('docs/architecture.md', 'utf8').split('\n## What it stands on\n')
  const cells = [...chapter.matchAll(/^\| (`.+?) \| .+ \|$/gm)].map(([, cell = '']) => cell)
  const told = cells.flatMap((cell) => [...cell.matchAll(/`(.+?)`/g)].map(([, name]) => name))
  const all = [root.dependencies, root.devDependencies, tests.devDependencies].flatMap((named) =>
    Object.keys(named ?? {}),
  )
  expect(told.sort()).toEqual(all.sort())
})

/** The packages that files import, by their names without what is asked of them. */
function importedBy(pattern: string): Set<string> {
  const sources = globSync(pattern, { exclude: (path) => path.includes('node_modules') })
  const imports = sources.flatMap((path) => [
    ...readFileSync(path, 'utf8').matchAll(/(?:from|import\()\s*'((?:@[\w-]+\/)?[a-z][\w.-]*)['/]/g),
  ])
  return new Set(imports.map(([, name = '']) => name))
}

test('what the service imports is installed in production, and nothing else', () => {
  const known = new Set([...Object.keys(root.dependencies ?? {}), ...Object.keys(root.devDependencies)])
  const imported = [...importedBy('{service,edge,wire}/**/*.ts')].filter((name) => known.has(name))
  expect(imported.sort()).toEqual(Object.keys(root.dependencies ?? {}).sort())
})

test('no part of the project but the tests imports what is for the tests alone', () => {
  const imported = importedBy(
    '{build,service,edge,wire,loader,snippet,editor,console,demo-site,bench}/**/*.{ts,tsx}',
  )
  expect(Object.keys(tests.devDependencies).filter((name) => imported.has(name))).toEqual([])
})
