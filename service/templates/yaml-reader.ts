import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  type ParsedNode,
  Parser,
  parseDocument,
  type Scalar,
  visit,
  type YAMLError,
} from 'yaml'
import { didYouMean, nearest } from '../base/words/did-you-mean.ts'
import type { Problem } from './schemas.ts'

/** A value in the file. `label` is its name in messages, such as `selector`. */
export interface Located {
  label: string
  node: ParsedNode | null
  /** Its position in characters; that of its key, where it has no value. */
  offset: number
}

/**
 * The bounds that are asked before a text is read: the library recurses once for each level, and takes seconds for 60 KB
 * of nothing but opening brackets. Templates have five levels.
 */
const bounds = { depth: 50, tokens: 300_000 }

/** Further problems are shown once these are corrected. */
const mostProblems = 100
const longestMessage = 300

/** Reads a YAML text piece by piece, and collects problems in words for its author. */
export class YamlReader {
  readonly problems: Problem[] = []
  readonly warnings: Problem[] = []
  readonly root: Located
  private readonly lines = new LineCounter()
  private readonly source: string
  private readonly document
  private readonly made = new Map<ParsedNode, Map<string, unknown>>()
  private readonly anchored: Map<Alias, ParsedNode>

  constructor(source: string) {
    this.source = source
    const excess = findExcess(source)
    // The library compares each key with all others of its mapping: `entries` asks in one pass.
    const options = { lineCounter: this.lines, prettyErrors: false, uniqueKeys: false }
    this.document = withoutStacks(() => parseDocument(excess ? '' : source, options))
    const [error] = this.document.errors
    if (excess) this.problems.push({ ...positionOf(source, excess.offset), message: excess.message })
    else if (error) this.report(error.pos[0], explainSyntax(error, source))
    this.anchored = resolveAliases(this.document)
    this.root = { label: 'the template', node: this.document.contents, offset: 0 }
  }

  report(offset: number, message: string): void {
    if (this.problems.length < mostProblems) this.problems.push(this.problemAt(offset, message))
  }

  /** Reports what refuses nothing. */
  warn(offset: number, message: string): void {
    if (this.warnings.length < mostProblems)
      this.warnings.push({ ...this.problemAt(offset, message), warning: true })
  }

  private problemAt(offset: number, message: string): Problem {
    const { line, col } = this.lines.linePos(offset)
    return { line, column: Math.max(col, 1), message: onOneLine(message) }
  }

  /** The fields of a mapping by name. Reports what is not a mapping, and fields that are not in `known`. */
  fields(value: Located, known: readonly string[]): Map<string, Located> {
    const fields = new Map<string, Located>()
    for (const [key, field] of this.entries(value, `fields: ${known.join(', ')}`)) {
      const isSearched = this.problems.length < mostProblems && !known.includes(key)
      const meant = isSearched ? nearest(key, known) : key
      // A misspelt field is read as the field that was meant, so that it is not also reported as missing.
      if (meant !== undefined && !fields.has(meant)) fields.set(meant, field)
      if (meant !== key && this.problems.length < mostProblems)
        this.report(field.offset, `"${key}" is not a field of ${value.label}${didYouMean(key, known)}`)
    }
    return fields
  }

  /** The entries of a mapping with their keys. `hint` says what was expected instead of anything else. */
  entries(value: Located, hint: string): [string, Located][] {
    const node = this.resolve(value)
    if (!isMap(node)) {
      this.report(value.offset, `${value.label} must have ${hint}`)
      return []
    }
    const seen = new Set<string>()
    return node.items.map((pair) => {
      const key = isScalar(pair.key) ? String(pair.key.source ?? pair.key.value) : ''
      const offset = (pair.key as ParsedNode | null)?.range[0] ?? value.offset
      if (seen.has(key)) this.report(offset, 'this field is there twice')
      seen.add(key)
      return [key, { label: key, node: pair.value as ParsedNode | null, offset }]
    })
  }

  isList(value: Located): boolean {
    return isSeq(this.resolve(value))
  }

  isMapping(value: Located): boolean {
    return isMap(this.resolve(value)) && !this.isUnquotedLiquid(value)
  }

  /** The entries of a list. Reports what is not a list. `label` names each entry. */
  list(value: Located, label: (position: number) => string): Located[] {
    const node = this.resolve(value)
    if (!isSeq(node)) {
      this.report(
        value.offset,
        `${value.label} must be a list${isScalar(node) && node.value === null ? ', and it is empty' : ''}`,
      )
      return []
    }
    return node.items.map((item, index) => {
      const entry = item as ParsedNode
      return { label: label(index + 1), node: entry, offset: entry.range[0] }
    })
  }

  /** A text; a number is taken as it is written. Undefined, and reported, for anything else. */
  text(value: Located): string | undefined {
    const node = this.resolve(value)
    if (!isScalar(node)) this.report(value.offset, this.notText(value))
    else if (node.value === null && !node.source) this.report(value.offset, emptyText(value.label, node))
    else return typeof node.value === 'string' ? node.value : String(node.source ?? node.value)
    return undefined
  }

  /** Whether it is `true`. Reports what is neither `true` nor `false`. */
  flag(value: Located): boolean {
    const node = this.resolve(value)
    const flag = isScalar(node) ? node.value : undefined
    if (typeof flag !== 'boolean') this.report(value.offset, `${value.label} must be true or false`)
    return flag === true
  }

  /** The cached result for this value, because aliases repeat values. `as` distinguishes results. */
  once<T>(value: Located, as: string, make: () => T): T {
    const node = this.resolve(value)
    if (!node) return make()
    const made = this.made.get(node) ?? new Map<string, unknown>()
    this.made.set(node, made)
    if (!made.has(as)) made.set(as, make())
    return made.get(as) as T
  }

  /** The position in the file of a line and a column inside a text, both counted from 1. */
  offsetInside(value: Located, line: number, column: number): number {
    const node = this.resolve(value)
    if (!isScalar(node) || !node.range) return value.offset
    const start = node.range[0]
    if (node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED')
      return this.lineStart(this.lines.linePos(start).line + line)
    if (line > 1) return this.lineStart(this.lines.linePos(start).line + line - 1)
    return Math.min(start + (node.type === 'PLAIN' ? 0 : 1) + column - 1, node.range[1])
  }

  private lineStart(line: number): number {
    const start = this.lines.lineStarts[line - 1] ?? this.source.length
    return start + (/^[ \t]*/.exec(this.source.slice(start))?.[0].length ?? 0)
  }

  private resolve({ node }: Located): ParsedNode | null {
    return isAlias(node) ? (this.anchored.get(node) ?? null) : node
  }

  private isUnquotedLiquid({ node }: Located): boolean {
    return isMap(node) && this.source.startsWith('{{', node.range?.[0])
  }

  private notText(value: Located): string {
    if (this.isUnquotedLiquid(value)) return startsWithLiquid(value.label)
    return `${value.label} must be a text`
  }
}

/** 60 KB of commas are 60,000 errors, and the stack of each costs more than all the rest. */
function withoutStacks<T>(work: () => T): T {
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = 0
  try {
    return work()
  } finally {
    Error.stackTraceLimit = limit
  }
}

interface Excess {
  offset: number
  message: string
}

/** Where a text is beyond the bounds. Undefined for one that can be read. It stops there, and reads no further. */
function findExcess(source: string): Excess | undefined {
  const parser = new Parser()
  let [offset, tokens] = [0, 0]
  for (const lexeme of new Lexer().lex(source)) {
    for (const _ of parser.next(lexeme));
    if (parser.stack.length > bounds.depth)
      return {
        offset,
        message: `this is nested more than ${bounds.depth} levels deep; a template needs five`,
      }
    if (++tokens > bounds.tokens)
      return {
        offset,
        message: `the template has more than ${bounds.tokens} words, marks and line ends; make it shorter`,
      }
    offset = parser.offset
  }
  return undefined
}

function positionOf(source: string, offset: number): Pick<Problem, 'line' | 'column'> {
  const before = source.slice(0, offset)
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') }
}

/**
 * The target of each alias: the last node with its anchor. All are resolved at once, because the library searches the
 * document for each of them, which takes half a minute for as many as fit into 64 KiB.
 */
function resolveAliases(document: Document.Parsed): Map<Alias, ParsedNode> {
  const anchors = new Map<string, ParsedNode>()
  const resolved = new Map<Alias, ParsedNode>()
  visit(document, {
    Alias(_key, alias) {
      const node = anchors.get(alias.source)
      if (node) resolved.set(alias, node)
    },
    Value(_key, node) {
      if (node.anchor) anchors.set(node.anchor, node as ParsedNode)
    },
  })
  return resolved
}

function onOneLine(message: string): string {
  const line = message.replace(/\s+/g, ' ').toWellFormed()
  return line.length > longestMessage ? `${line.slice(0, longestMessage)}…` : line
}

function startsWithLiquid(label: string): string {
  return `${label} begins with {{ and so must be in quotes: "{{ … }}"`
}

function emptyText(label: string, node: Scalar): string {
  const comment = node.comment?.trimEnd()
  if (comment === undefined) return `${label} is empty`
  return `${label} is empty, because what comes after # is a comment; put it in quotes: "#${comment}"`
}

const syntax: Partial<Record<YAMLError['code'], string>> = {
  BLOCK_AS_IMPLICIT_KEY: 'a text with ": " in it must be in quotes',
  TAB_AS_INDENT: 'lines must be indented with spaces, not tabs',
  BAD_SCALAR_START: 'a text that begins with @ or ` must be in quotes',
  BAD_ALIAS: 'a text that begins with * or & must be in quotes',
  MISSING_CHAR: 'a quotation mark or a bracket is opened and not closed',
  MULTIPLE_DOCS: 'there must be one template in a file: --- begins a second one',
}

function explainSyntax(error: YAMLError, source: string): string {
  const start = source.lastIndexOf('\n', error.pos[0] - 1) + 1
  const line = source.slice(start).split('\n', 1)[0] ?? ''
  const [field = '', ...values] = line.split(/:\s*\{\{/)
  if (values.length > 0) return startsWithLiquid(field.trim().split(/\W+/).at(-1) || 'the text')
  return syntax[error.code] ?? `this is not YAML: ${error.message}`
}
