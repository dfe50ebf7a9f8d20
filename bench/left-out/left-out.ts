import { globSync } from 'node:fs'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { buildPageFiles } from '../../build/page-files.ts'
import { show } from '../report/numbers.ts'
import type { PartOptions, PartResult, Row } from '../report/row.ts'
import { brotliSize } from '../sizes.ts'
import { type Feature, features } from './features.ts'

type Sizes = Record<'snippet' | 'follow' | 'track', number>

/** Measures what each thing that the script does costs in bytes: the script is built without it, once for each and once without all. */
export async function measure({ isQuick }: PartOptions): Promise<PartResult> {
  const whole = await sizesWithout([])
  const chosen = isQuick ? features.slice(0, 2) : features
  const saved: { name: string; sizes: Sizes }[] = []
  for (const feature of chosen) {
    const sizes = await sizesWithout([feature])
    saved.push({ name: feature.name, sizes: differenceOf(whole, sizes) })
  }
  saved.sort((one, other) => totalOf(other.sizes) - totalOf(one.sizes))
  const bare = await sizesWithout(chosen)
  return {
    rows: [
      row('the script as it is', whole),
      ...saved.map(({ name, sizes }) => row(`saved without ${name}`, sizes)),
      row('left without all of these', bare, '`snippet.js` ≤ 6,144 B; together ≤ 12,288 B'),
    ],
    measured: { whole, saved, bare },
    notes: [
      'After brotli. For each row the script is built without that one thing, and without the code that nothing else needs. Together they save more or less than their sum.',
    ],
  }
}

const row = (what: string, { snippet, follow, track }: Sizes, toReach = ''): Row => ({
  what,
  toReach,
  figures: {
    '`snippet.js`': show(snippet, 'B'),
    '`follow`': show(follow, 'B'),
    '`track`': show(track, 'B'),
    together: show(snippet + follow + track, 'B'),
  },
})

const totalOf = ({ snippet, follow, track }: Sizes) => snippet + follow + track

const differenceOf = (one: Sizes, other: Sizes): Sizes => ({
  snippet: one.snippet - other.snippet,
  follow: one.follow - other.follow,
  track: one.track - other.track,
})

/** The bytes of the script without some of what it does, after brotli. */
async function sizesWithout(left: Feature[]): Promise<Sizes> {
  const root = await mkdtemp(join(tmpdir(), 'motif-left-out-'))
  try {
    for (const folder of ['loader', 'snippet', 'wire', 'tsconfig.json', 'tsconfig.page.json', 'package.json'])
      await cp(folder, join(root, folder), { recursive: true })
    await symlink(resolve('node_modules'), join(root, 'node_modules'))
    for (const { instead } of left)
      for (const [file, declarations] of Object.entries(instead)) {
        const path = join(root, file)
        await writeFile(path, withInstead(file, await readFile(path, 'utf8'), declarations))
      }
    const dist = join(root, 'dist')
    await buildPageFiles({ root, version: '0.0.0', dist, former: {} })
    const sizeOf = (pattern: string) => {
      const [file = ''] = globSync(pattern, { cwd: dist })
      return brotliSize(join(dist, file))
    }
    return { snippet: sizeOf('snippet.js'), follow: sizeOf('follow-*.js'), track: sizeOf('track-*.js') }
  } finally {
    await rm(root, { recursive: true, force: true })
  }
}

/** A module with other expressions in place of some of its declarations. Throws if one is not there, or not once. */
export function withInstead(file: string, code: string, declarations: Record<string, string>): string {
  let changed = code
  for (const [name, expression] of Object.entries(declarations)) {
    // A declaration, as it is formatted: its first line, what is indented more, and the brackets that close it.
    const declaration = new RegExp(
      `^( *)(export )?const ${name}\\b.*\\n(?:\\1 .*\\n|\\n(?=\\1 )|\\1[\\])}].*\\n)*`,
      'gm',
    )
    const found = [...changed.matchAll(declaration)]
    if (found.length !== 1) throw new Error(`${file} has ${found.length} declarations of ${name}, not one`)
    changed = changed.replace(
      declaration,
      (_, indent, exported = '') => `${indent}${exported}const ${name} = ${expression}\n`,
    )
  }
  return changed
}
