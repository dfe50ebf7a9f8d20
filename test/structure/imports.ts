import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** One import of one file by another, both as paths from the project's folder. */
export interface Import {
  from: string
  to: string
  /** `import type`, or a list in which every name is a type: nothing of it is left at run time. */
  isTypeOnly: boolean
}

const sources = '{wire,loader,snippet,editor,edge,console,service}/**/*.{ts,tsx}'

/** `import … from`, `export … from`, `import '…'`, `import('…')`, with what is between the words. */
const statement = /(?:^|\n)\s*(?:import|export)\s+(?:([^'"]*?)\s+from\s+)?['"](\.[^'"]+)['"]/g
const dynamic = /\bimport\(\s*['"](\.[^'"]+)['"]\s*\)/g

/** Every source file of the product. */
export function sourceFiles(): string[] {
  return globSync(sources).sort()
}

/** Every import between source files of the product. */
export function importsOfSources(): Import[] {
  return sourceFiles().flatMap(importsOf)
}

function importsOf(from: string): Import[] {
  const text = readFileSync(from, 'utf8')
  const target = (specifier: string) => join(dirname(from), specifier)
  return [
    ...[...text.matchAll(statement)].map(([, names = '', specifier = '']) => ({
      from,
      to: target(specifier),
      isTypeOnly: isTypeOnly(names),
    })),
    ...[...text.matchAll(dynamic)].map(([, specifier = '']) => ({
      from,
      to: target(specifier),
      isTypeOnly: false,
    })),
  ]
}

function isTypeOnly(names: string): boolean {
  if (names.startsWith('type ')) return true
  const listed = /^\{([\s\S]*)\}$/.exec(names.trim())?.[1]
  return listed?.split(',').every((name) => name.trim() === '' || name.trim().startsWith('type ')) ?? false
}
