import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type Import, importsOfSources, sourceFiles } from './imports.ts'

const imports = importsOfSources()

const rooms = ['wire', 'loader', 'snippet', 'service']
const allowedRooms: Record<string, string[]> = {
  wire: ['wire'],
  loader: ['loader', 'wire'],
  // The snippet goes on with the run that the loader began.
  snippet: ['snippet', 'loader', 'wire'],
  // The service prints the tag, whose text is the loader's.
  service: ['service', 'loader', 'wire'],
}

/** Inside the service, from above: a folder imports from those after it, never from those before. */
const layers = [['routes'], ['enrichment', 'generation', 'callbacks'], ['store']]

describe('imports run one way', () => {
  test.each(rooms)('%s imports only what it may', (room) => {
    const strangers = imports.filter(
      ({ from, to }) => roomOf(from) === room && !allowedRooms[room]?.includes(roomOf(to)),
    )
    expect(strangers.map(written)).toEqual([])
  })

  test('in the service from routes down to the store', () => {
    const upwards = imports.filter(({ from, to }) => layerOf(to) >= 0 && layerOf(to) < layerOf(from))
    expect(upwards.map(written)).toEqual([])
  })

  test('without a circle', () => {
    expect(findCircle(imports.filter(({ isTypeOnly }) => !isTypeOnly))).toEqual([])
  })
})

test('what the page loads imports no package', () => {
  const allowed: Record<string, string[]> = { 'snippet/chunks/': ['dompurify'] }
  const packages = sourceFiles()
    .filter((file) => /^(wire|loader|snippet)\//.test(file))
    .flatMap((file) => packagesOf(file).map((name) => ({ file, name })))
    .filter(
      ({ file, name }) =>
        !Object.entries(allowed).some(([at, names]) => file.startsWith(at) && names.includes(name)),
    )
  expect(packages).toEqual([])
})

test('SQL is in the store only', () => {
  const sql =
    /\b(SELECT\s[\s\S]{1,200}?\sFROM|INSERT\s+INTO|UPDATE\s+\w+\s+SET|DELETE\s+FROM|CREATE\s+(TABLE|INDEX))\b/
  const builder = /\.(selectFrom|insertInto|updateTable|deleteFrom|createTable)\(/
  const elsewhere = sourceFiles()
    .filter((file) => file.startsWith('service/') && !file.startsWith('service/store/'))
    .filter((file) => sql.test(codeOf(file)) || builder.test(codeOf(file)))
  expect(elsewhere).toEqual([])
})

function roomOf(file: string): string {
  return file.split('/')[0] ?? ''
}

function layerOf(file: string): number {
  const [room, folder = ''] = file.split('/')
  return room === 'service' ? layers.findIndex((layer) => layer.includes(folder)) : -1
}

function written({ from, to }: Import): string {
  return `${from} → ${to}`
}

function codeOf(file: string): string {
  return readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
}

function packagesOf(file: string): string[] {
  const names = [...codeOf(file).matchAll(/(?:from|import)\s*\(?\s*['"]([^.'"][^'"]*)['"]/g)]
  return names.map(([, name = '']) => name)
}

/** The files of one circle of imports, in order; none: an empty list. */
function findCircle(edges: Import[]): string[] {
  const finished = new Set<string>()
  const visit = (file: string, path: string[]): string[] => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file]
    if (finished.has(file)) return []
    for (const { to } of edges.filter(({ from }) => from === file)) {
      const circle = visit(to, [...path, file])
      if (circle.length > 0) return circle
    }
    finished.add(file)
    return []
  }
  for (const file of sourceFiles()) {
    const circle = visit(file, [])
    if (circle.length > 0) return circle
  }
  return []
}
