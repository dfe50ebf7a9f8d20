import { Context, Liquid, type Template as LiquidNode, ParseError, TokenizationError } from 'liquidjs'
import { LRUCache } from 'lru-cache'
import { didYouMean, nearest, withoutControls } from '../base/words/text.ts'
import { prospectFields } from './cases.ts'
import { addFilters, assertRenderable, blanksIn, type Place, places } from './filters.ts'

/** A Liquid text that was checked for one kind of place. It is plain data, because another thread checks it. */
export interface LiquidText {
  readonly source: string
  readonly place: Place
}

/** The variables of a Liquid text. */
export interface LiquidScope {
  prospect: Readonly<Record<string, unknown>>
  language: string
  content: { pattern: string }
}

/** A problem in a Liquid text; `line` and `column` count from 1 inside it. */
export class LiquidProblem extends Error {
  readonly line: number
  readonly column: number

  constructor(message: string, line: number, column: number) {
    super(message)
    this.line = line
    this.column = column
  }
}

/** Limits for one text: a Liquid bomb is an error of its item alone. */
const limits = { parseLimit: 100_000, memoryLimit: 2_000_000 }
const renderMs = 150

/** Tags that read other files, which are removed. */
const fileTags = ['include', 'render', 'layout', 'block']

const engines = Object.fromEntries(places.map((place) => [place, createEngine(place)])) as Record<
  Place,
  Liquid
>

/** Parses a text. Throws a LiquidProblem for wrong syntax, unknown filters and tags, and unknown variables. */
export function parseLiquid(source: string, place: Place): LiquidText {
  const engine = engines[place]
  try {
    const text = { source, place }
    assertKnownNames(engine, nodesOf(text))
    return text
  } catch (error) {
    throw error instanceof LiquidProblem ? error : toProblem(error as Error)
  }
}

/**
 * Renders a text, with marked values: see `renderedParts`. Throws if a limit is exceeded or a filter fails.
 *
 * @param limitMs less processor time than a text has by itself
 */
export function renderLiquid(liquid: LiquidText, scope: LiquidScope, limitMs: number = renderMs) {
  const engine = engines[liquid.place]
  const context = new Context(scope, engine.options, { sync: true })
  context.renderLimit = processorLimit(Math.min(limitMs, renderMs))
  const text = assertRenderable(engine.renderSync([...nodesOf(liquid)], context) as string)
  return { text, ...blanksIn(context) }
}

/** Liquid's own limit is by the clock: a text would fail because others had the processor. */
function processorLimit(limitMs: number): Context['renderLimit'] {
  const spent = threadClock()
  const soonest = performance.now() + limitMs
  const limit = {
    use() {},
    check(now: number) {
      if (now > soonest && spent() > limitMs) throw new Error('template render limit exceeded')
    },
  }
  // Its class has private fields, and is not exported.
  return limit as unknown as Context['renderLimit']
}

/** By the characters of texts: one of nothing but `{{a}}` takes 200 times its length once it is parsed. */
const parsed = new LRUCache<string, LiquidNode[]>({ maxSize: 150_000 })

function nodesOf({ source, place }: LiquidText): LiquidNode[] {
  const key = `${place} ${source}`
  const known = parsed.get(key)
  if (known) return known
  const nodes = engines[place].parse(withoutControls(source))
  parsed.set(key, nodes, { size: key.length })
  return nodes
}

function createEngine(place: Place): Liquid {
  const engine = new Liquid({ ownPropertyOnly: true, strictFilters: true, templates: {}, ...limits })
  for (const tag of fileTags) delete engine.tags[tag]
  addFilters(engine, place)
  return engine
}

const names: Record<string, readonly string[] | undefined> = {
  prospect: prospectFields,
  content: ['pattern'],
  language: undefined,
}

function assertKnownNames(engine: Liquid, nodes: LiquidNode[]): void {
  for (const variables of Object.values(engine.analyzeSync(nodes).globals)) {
    for (const { segments, location } of variables) {
      const problem = nameProblem(String(segments[0]), segments[1])
      if (problem) throw new LiquidProblem(problem, location.row, location.col)
    }
  }
}

function nameProblem(root: string, field: unknown): string | undefined {
  if (!Object.hasOwn(names, root)) return `"${root}" is not known here${didYouMean(root, Object.keys(names))}`
  const fields = names[root]
  if (!fields || typeof field !== 'string' || fields.includes(field)) return undefined
  const meant = nearest(field, fields)
  if (meant) return `"${root}.${field}" is not known; did you mean "${root}.${meant}"?`
  const own = `; what you know of your own is prospect.additional.${field}`
  return `"${root}.${field}" is not known${root === 'prospect' ? own : didYouMean(field, fields)}`
}

function toProblem(error: Error): LiquidProblem {
  const isSyntax = error instanceof ParseError || error instanceof TokenizationError
  const token = isSyntax ? (error as Error & { token?: { getPosition?(): number[] } }).token : undefined
  const [line = 1, column = 1] = token?.getPosition?.() ?? []
  return new LiquidProblem(explain(error.message.replace(/, line:\d+, col:\d+$/, '')), line, column)
}

function explain(message: string): string {
  const filter = /^undefined filter: (.+)$/.exec(message)?.[1]
  if (filter) return unknownName(filter, 'filter', engines.text.filters)
  const tag = /^tag "(.+)" not found$/.exec(message)?.[1]
  if (tag && fileTags.includes(tag)) return `{% ${tag} %} reads other files, which templates cannot`
  if (tag) return unknownName(tag, 'tag', engines.text.tags)
  return `Liquid cannot read it: ${message}${howToClose(message)}`
}

function unknownName(name: string, kind: string, known: object): string {
  const meant = nearest(name, Object.keys(known))
  return `"${name}" is not a ${kind}${meant ? `; did you mean "${meant}"?` : ''}`
}

function howToClose(message: string): string {
  if (!message.endsWith('not closed')) return ''
  const block = /^tag \{%-?\s*(\w+)/.exec(message)?.[1]
  if (block) return `; write {% end${block} %} where it ends`
  return message.startsWith('output ') ? '; end it with }}' : ''
}

/** Begins to count the milliseconds that this thread works: on a busy machine nothing is lost because others had the processor. */
export function threadClock(): () => number {
  const began = threadMs()
  return () => threadMs() - began
}

function threadMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
