import { globSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** What `package-lock.json` says of a package. */
interface LockedPackage {
  version: string
  integrity?: string
  license?: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

type Lock = Record<string, LockedPackage>

/** Sources that are bundled for browsers, together with the packages that they import. */
const bundled = '{console,design,edge,editor,loader,snippet,wire}/**/*.{ts,tsx}'

/**
 * Writes the bill of materials: every package that is in the build or that the service needs, in CycloneDX 1.6. What only
 * builds and tests is not in it.
 */
export async function writeBillOfMaterials(root: string, file: string): Promise<void> {
  const { name, version, license, dependencies } = await read<LockedPackage & { name: string }>(
    root,
    'package.json',
  )
  const { packages } = await read<{ packages: Lock }>(root, 'package-lock.json')
  const direct = [...Object.keys(dependencies ?? {}), ...(await importedBy(root))]
  const paths = closure(packages, direct)
  const main = {
    type: 'application',
    'bom-ref': `${name}@${version}`,
    name,
    version,
    licenses: licensesOf(license),
  }
  const bill = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: main },
    components: [...paths].sort().map((path) => toComponent(path, packages[path] as LockedPackage)),
    dependencies: [
      { ref: main['bom-ref'], dependsOn: refsOf(packages, '', direct) },
      ...[...paths].sort().map((path) => ({
        ref: refOf(path, packages[path] as LockedPackage),
        dependsOn: refsOf(packages, path, neededBy(packages[path])),
      })),
    ],
  }
  await writeFile(file, `${JSON.stringify(bill, null, 2)}\n`)
}

async function read<T>(root: string, name: string): Promise<T> {
  return JSON.parse(await readFile(join(root, name), 'utf8')) as T
}

/** The packages that the browsers' sources import. */
async function importedBy(root: string): Promise<string[]> {
  const names = new Set<string>()
  for (const path of globSync(bundled, { cwd: root })) {
    const source = await readFile(join(root, path), 'utf8')
    for (const [, from = ''] of source.matchAll(/^(?:import|export)\b[^'\n]*'([^'.][^']*)'/gm))
      if (!from.startsWith('node:')) names.add(/^(@[^/]+\/)?[^/]+/.exec(from)?.[0] ?? from)
  }
  return [...names]
}

/** The paths in the lock of these packages and of all that they need. */
function closure(lock: Lock, names: string[]): Set<string> {
  const found = new Set<string>()
  const add = (from: string, needed: string[]) => {
    for (const name of needed) {
      const path = resolvePackage(lock, from, name)
      if (path === undefined || found.has(path)) continue
      found.add(path)
      add(path, neededBy(lock[path]))
    }
  }
  add('', names)
  return found
}

/** Where Node.js finds a package that is imported from another one: in its own folder, or in one above. */
function resolvePackage(lock: Lock, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    const path = join(folder, 'node_modules', name)
    if (lock[path]) return path
    if (folder === '') return undefined
  }
}

function neededBy(locked: LockedPackage | undefined): string[] {
  return Object.keys({ ...locked?.dependencies, ...locked?.optionalDependencies })
}

function refsOf(lock: Lock, from: string, names: string[]): string[] {
  const paths = names.map((name) => resolvePackage(lock, from, name)).filter((path) => path !== undefined)
  return [...new Set(paths.map((path) => refOf(path, lock[path] as LockedPackage)))].sort()
}

function toComponent(path: string, locked: LockedPackage) {
  const [group, name] = nameOf(path).startsWith('@') ? nameOf(path).split('/') : [undefined, nameOf(path)]
  const [algorithm = '', hash = ''] = locked.integrity?.split('-') ?? []
  return {
    type: 'library',
    'bom-ref': refOf(path, locked),
    ...(group && { group }),
    name,
    version: locked.version,
    purl: refOf(path, locked),
    ...(hash && {
      hashes: [
        { alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(hash, 'base64').toString('hex') },
      ],
    }),
    licenses: licensesOf(locked.license),
  }
}

/** The package URL: `pkg:npm/%40scope/name@1.0.0`. */
function refOf(path: string, { version }: LockedPackage): string {
  return `pkg:npm/${nameOf(path).replace('@', '%40')}@${version}`
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

function licensesOf(license: string | undefined) {
  if (!license) return []
  return /[ ()]/.test(license) ? [{ expression: license }] : [{ license: { id: license } }]
}
