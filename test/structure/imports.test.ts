import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type Import, importsOfSources, sourceFiles } from './imports.ts'

const imports = importsOfSources()

const rooms = ['wire', 'loader', 'snippet', 'editor', 'edge', 'console', 'service']
const allowedRooms: Record<string, string[]> = {
  wire: ['wire'],
  loader: ['loader', 'wire'],
  // The snippet goes on with the run that the loader began.
  snippet: ['snippet', 'loader', 'wire'],
  // The editor shows what visitors get by the visitors' own script.
  editor: ['editor', 'snippet', 'loader', 'wire'],
  edge: ['edge', 'wire'],
  // The console knows the service by the shapes of its answers: see below. Names of items are the same everywhere.
  console: ['console', 'service', 'wire'],
  // The service prints the tag, whose text is the loader's; a command is the edge as a server.
  service: ['service', 'loader', 'edge', 'wire'],
}

/**
 * The house: each room of the service, in the order in which they stand on each other. A room imports those above it
 * here, types included, and none below; what crosses to the page (`wire/`) any room may.
 */
const house = [
  'base',
  'access',
  'templates',
  'prospects',
  'content',
  'campaigns',
  'events',
  'messages',
  'connections',
  'erasing',
  'editing',
  'assistants',
  'maintenance',
  'pages',
  // Puts the rooms together, each with what it needs.
  'motif',
]

/** The files of the service that are in no folder, and stand on the ground floor. */
const groundFiles = ['config.ts']

describe('imports run one way', () => {
  test.each(rooms)('%s imports only what it may', (room) => {
    const strangers = imports.filter(
      ({ from, to }) => roomOf(from) === room && !allowedRooms[room]?.includes(roomOf(to)),
    )
    expect(strangers.map(written)).toEqual([])
  })

  test('console and editor take types of the service and nothing else of it', () => {
    const strangers = imports.filter(
      ({ from, to, isTypeOnly }) =>
        ['console', 'editor'].includes(roomOf(from)) && roomOf(to) === 'service' && !isTypeOnly,
    )
    expect(strangers.map(written)).toEqual([])
  })

  test('in the service as the picture of the house has it', () => {
    const found = imports.filter(({ from, to }) => {
      const [room, other] = [serviceRoomOf(from), serviceRoomOf(to)]
      return room && other && house.indexOf(other) > house.indexOf(room)
    })
    expect(found.map(written)).toEqual([])
  })

  test('docs/architecture.md draws the rooms in this order', () => {
    expect(readFileSync('docs/architecture.md', 'utf8')).toContain(`\n${house.join(' ← ')}\n`)
  })

  test('the picture has every room of the service', () => {
    const found = new Set(sourceFiles().flatMap((file) => serviceRoomOf(file) ?? []))
    expect([...found].sort()).toEqual([...house].sort())
  })

  test('without a circle, types included', () => {
    expect(findCircle(imports)).toEqual([])
  })
})

test('what the page loads, and the edge, import no package', () => {
  const allowed: Record<string, string[]> = { 'snippet/rare/': ['dompurify'] }
  const packages = sourceFiles()
    .filter((file) => /^(wire|loader|snippet|edge)\//.test(file))
    .flatMap((file) => packagesOf(file).map((name) => ({ file, name })))
    .filter(
      ({ file, name }) =>
        !Object.entries(allowed).some(([at, names]) => file.startsWith(at) && names.includes(name)),
    )
  expect(packages).toEqual([])
})

function roomOf(file: string): string {
  return file.split('/')[0] ?? ''
}

/** The room of a file of the service: its folder; undefined outside the service. */
function serviceRoomOf(file: string): string | undefined {
  const [top, name = ''] = file.split('/')
  if (top !== 'service') return undefined
  if (file.split('/').length > 2) return name
  return groundFiles.includes(name) ? 'base' : 'motif'
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

/** One circle of imports, in order; none: an empty list. */
function findCircle(edges: Pick<Import, 'from' | 'to'>[]): string[] {
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
  for (const file of new Set(edges.map(({ from }) => from))) {
    const circle = visit(file, [])
    if (circle.length > 0) return circle
  }
  return []
}
