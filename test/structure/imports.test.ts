import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
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
  // The console knows the service by the shapes of its answers: see below.
  console: ['console', 'service'],
  // The service prints the tag, whose text is the loader's; a command is the edge as a server.
  service: ['service', 'loader', 'edge', 'wire'],
}

/**
 * The house: each room of the service with the rooms that it may import, types included. Nothing imports what stands
 * below it here; what crosses to the page (`wire/`) any room may.
 */
const house: Record<string, string[]> = {
  // The words: ids, addresses, domains, languages, kinds, errors.
  model: [],
  // Settings, the log, where the project lies, how a process ends.
  ground: ['model'],
  // The guarded way out, the language model, and who comes in.
  net: ['model', 'ground'],
  // All SQL.
  store: ['model', 'ground'],
  jobs: ['model', 'store'],
  templates: ['model', 'ground', 'net', 'store'],
  notices: ['model', 'ground', 'net', 'store'],
  prospects: ['model', 'ground', 'net', 'store', 'jobs', 'templates'],
  content: ['model', 'net', 'store', 'jobs', 'templates', 'notices'],
  campaigns: ['model', 'ground', 'net', 'store', 'jobs', 'templates', 'notices', 'prospects'],
  // The service's side of the editor.
  editing: ['model', 'store', 'jobs', 'templates', 'prospects', 'content'],
  pages: ['model', 'ground', 'store', 'templates'],
  events: ['model', 'ground', 'net', 'store', 'notices'],
  results: ['model', 'store'],
  // What is going on right now.
  live: ['model', 'store'],
  maintenance: ['model', 'store'],
  http: [
    'model',
    'ground',
    'net',
    'store',
    'templates',
    'notices',
    'prospects',
    'content',
    'campaigns',
    'editing',
    'pages',
    'events',
    'results',
    'live',
  ],
  commands: [
    'model',
    'ground',
    'net',
    'store',
    'jobs',
    'templates',
    'notices',
    'prospects',
    'campaigns',
    'pages',
    'maintenance',
  ],
  // Puts the rooms together, each with what it needs.
  motif: [
    'model',
    'ground',
    'net',
    'store',
    'jobs',
    'templates',
    'notices',
    'prospects',
    'content',
    'campaigns',
    'editing',
    'pages',
    'events',
    'live',
    'maintenance',
    'http',
    'commands',
  ],
  start: ['model', 'ground', 'motif', 'commands'],
}

/** The files of the service that are in no folder. */
const rootFiles: Record<string, string> = {
  'config.ts': 'ground',
  'log.ts': 'ground',
  'project-folder.ts': 'ground',
  'shutdown.ts': 'ground',
  'version.ts': 'ground',
  'describe-config.ts': 'ground',
  'motif.ts': 'motif',
  'main.ts': 'start',
  'cli.ts': 'start',
}

describe('imports run one way', () => {
  test.each(rooms)('%s imports only what it may', (room) => {
    const strangers = imports.filter(
      ({ from, to }) => roomOf(from) === room && !allowedRooms[room]?.includes(roomOf(to)),
    )
    expect(strangers.map(written)).toEqual([])
  })

  test('the console takes types of the service’s model and nothing else of it', () => {
    const strangers = imports.filter(
      ({ from, to, isTypeOnly }) =>
        roomOf(from) === 'console' &&
        roomOf(to) === 'service' &&
        !(isTypeOnly && serviceRoomOf(to) === 'model'),
    )
    expect(strangers.map(written)).toEqual([])
  })

  test('in the service as the picture of the house has it', () => {
    const strangers = imports.filter(({ from, to }) => {
      const [room, other] = [serviceRoomOf(from), serviceRoomOf(to)]
      return room && other && room !== other && !house[room]?.includes(other)
    })
    expect(strangers.map(written)).toEqual([])
  })

  test('the picture has every room of the service, and no arrow that runs back up', () => {
    const found = new Set(sourceFiles().flatMap((file) => serviceRoomOf(file) ?? []))
    expect([...found].sort()).toEqual(Object.keys(house).sort())
    const order = Object.keys(house)
    const upwards = order.filter((room, at) => house[room]?.some((below) => order.indexOf(below) >= at))
    expect(upwards).toEqual([])
  })

  test('in the service no folder imports another that imports it, types included', () => {
    const edges = imports
      .filter(({ from, to }) => roomOf(from) === 'service' && roomOf(to) === 'service')
      .map(({ from, to }) => ({ from: folderOf(from), to: folderOf(to) }))
      .filter(({ from, to }) => from !== to)
    expect(findCircle(edges)).toEqual([])
  })

  test('without a circle', () => {
    expect(findCircle(imports.filter(({ isTypeOnly }) => !isTypeOnly))).toEqual([])
  })

  test('in the service without a circle, types included', () => {
    expect(findCircle(imports.filter(({ from }) => roomOf(from) === 'service'))).toEqual([])
  })
})

test('what the page loads, and the edge, import no package', () => {
  const allowed: Record<string, string[]> = { 'snippet/chunks/': ['dompurify'] }
  const packages = sourceFiles()
    .filter((file) => /^(wire|loader|snippet|edge)\//.test(file))
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

/** A folder of the service, or what its file stands for; undefined outside the service. */
function serviceRoomOf(file: string): string | undefined {
  const [top, name = ''] = file.split('/')
  if (top !== 'service') return undefined
  return file.split('/').length > 2 ? name : (rootFiles[name] ?? name)
}

/** The whole path of a file's folder; a file of the service that is in none stands for itself. */
function folderOf(file: string): string {
  return dirname(file) === 'service' ? file : dirname(file)
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
