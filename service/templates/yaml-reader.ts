import {
  type Document,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type ParsedNode,
  parseDocument,
  type Scalar,
  visit,
  type YAMLError,
} from 'yaml'
import { didYouMean, nearest } from '../base/words/text.ts'
import type { Problem } from './operations.ts'

/** A value in the file. `label` is its name in messages, such as `selector`. */
export interface Located {
  label: string
  node: ParsedNode | null
  /** Its position in characters; that of its key, where it has no value. */
  offset: number
}

/** Further problems are shown once these are corrected. */
const mostProblems = 100
const longestMessage = 300

/** Reads a YAML text piece by piece, and collects problems in words for its author. */
export class YamlReader {
  readonly problems: Problem[] = []
  readonly root: Located
  private readonly document: Document.Parsed | undefined
  private readonly lines = new LineCounter()
  private readonly source: string

  constructor(source: string) {
    this.source = source
    this.document = this.parse()
    this.root = { label: 'the template', node: this.document?.contents ?? null, offset: 0 }
  }

  private parse(): Document.Parsed | undefined {
    try {
      const document = parseDocument(this.source, { lineCounter: this.lines, prettyErrors: false })
      const [error] = document.errors
      if (error) this.report(error.pos[0], explainSyntax(error, this.source))
      visit(document, {
        Alias: (_key, { range, source }) => this.report(range?.[0] ?? 0, repeats(`*${source}`)),
        Value: (_key, { range, anchor }) => {
          if (anchor) this.report(range?.[0] ?? 0, repeats(`&${anchor}`))
        },
      })
      return document
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      this.report(0, 'the template has brackets or lists in each other by the thousand; remove them')
      return undefined
    }
  }

  isBroken(): boolean {
    return this.problems.some(({ warning }) => !warning)
  }

  report(offset: number, message: string, as: { warning?: true } = {}): void {
    const { line, col } = this.lines.linePos(offset)
    if (this.problems.length < mostProblems)
      this.problems.push({ line, column: Math.max(col, 1), message: onOneLine(message), ...as })
  }

  /** The fields of a mapping by name. Reports what is not a mapping, and fields that are not in `known`. */
  fields(value: Located, known: readonly string[]): Map<string, Located> {
    const fields = new Map<string, Located>()
    for (const [key, field] of this.entries(value, `fields: ${known.join(', ')}`)) {
      const meant = nearest(key, known)
      // A misspelt field is read as the field that was meant, so that it is not also reported as missing.
      if (meant !== undefined && !fields.has(meant)) fields.set(meant, field)
      if (!known.includes(key))
        this.report(field.offset, `"${key}" is not a field of ${value.label}${didYouMean(key, known)}`)
    }
    return fields
  }

  /** The entries of a mapping with their keys. `hint` says what was expected instead of anything else. */
  entries(value: Located, hint: string): [string, Located][] {
    const { node } = value
    if (!isMap(node)) {
      this.report(value.offset, `${value.label} must have ${hint}`)
      return []
    }
    return node.items.map((pair) => {
      const key = isScalar(pair.key) ? String(pair.key.source ?? pair.key.value) : ''
      const offset = (pair.key as ParsedNode | null)?.range[0] ?? value.offset
      return [key, { label: key, node: pair.value as ParsedNode | null, offset }]
    })
  }

  written({ node }: Located): unknown {
    return this.document && node?.toJS(this.document)
  }

  isList(value: Located): boolean {
    return isSeq(value.node)
  }

  isMapping(value: Located): boolean {
    return isMap(value.node) && !this.isUnquotedLiquid(value)
  }

  /** The entries of a list. Reports what is not a list. `label` names each entry. */
  list(value: Located | undefined, label: (position: number) => string): Located[] {
    if (!value) return []
    const { node } = value
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
    const node = value.node
    if (this.isUnquotedLiquid(value)) this.report(value.offset, startsWithLiquid(value.label))
    else if (!isScalar(node)) this.report(value.offset, `${value.label} must be a text`)
    else if (node.value === null && !node.source) this.report(value.offset, emptyText(value.label, node))
    else return typeof node.value === 'string' ? node.value : String(node.source ?? node.value)
    return undefined
  }

  /** Whether it is `true`. Reports what is neither `true` nor `false`. */
  flag(value: Located): boolean {
    const node = value.node
    const flag = isScalar(node) ? node.value : undefined
    if (typeof flag !== 'boolean') this.report(value.offset, `${value.label} must be true or false`)
    return flag === true
  }

  /** The position in the file of a line and a column inside a text, both counted from 1. */
  offsetInside(value: Located, line: number, column: number): number {
    const node = value.node
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

  private isUnquotedLiquid({ node }: Located): boolean {
    return isMap(node) && this.source.startsWith('{{', node.range?.[0])
  }
}

function onOneLine(message: string): string {
  const line = message.replace(/\s+/g, ' ').toWellFormed()
  return line.length > longestMessage ? `${line.slice(0, longestMessage)}…` : line
}

function repeats(mark: string): string {
  return `${mark} would repeat another part of the template; write that again, or put a text that begins so in quotes`
}

function startsWithLiquid(label: string): string {
  return `${label} begins with {{ and so must be in quotes: "{{ … }}"`
}

function emptyText(label: string, node: Scalar): string {
  const comment = node.comment?.trimEnd()
  if (comment === undefined) return `${label} is empty`
  return `${label} is empty, because what comes after # is a comment; put it in quotes: "#${comment}"`
}

const endsAtMark = `the text ends at the quotation mark before this: inside "…" write '…', and put a text with ' in it in "…"`

const syntax: Partial<Record<YAMLError['code'], string>> = {
  BLOCK_AS_IMPLICIT_KEY: 'a text with ": " in it must be in quotes',
  TAB_AS_INDENT: 'lines must be indented with spaces, not tabs',
  BAD_SCALAR_START: 'a text that begins with @ or ` must be in quotes',
  BAD_ALIAS: 'a text that begins with * or & must be in quotes',
  MISSING_CHAR: 'a quotation mark or a bracket is opened and not closed',
  DUPLICATE_KEY: 'this field is there twice',
  MULTIPLE_DOCS: 'there must be one template in a file: --- begins a second one',
}

function explainSyntax(error: YAMLError, source: string): string {
  const start = source.lastIndexOf('\n', error.pos[0] - 1) + 1
  const line = source.slice(start).split('\n', 1)[0] ?? ''
  const [field = '', ...values] = line.split(/:\s*\{\{/)
  if (values.length > 0) return startsWithLiquid(field.trim().split(/\W+/).at(-1) || 'the text')
  const isAfterMark = error.code === 'UNEXPECTED_TOKEN' && /["']\s*$/.test(source.slice(0, error.pos[0]))
  return isAfterMark ? endsAtMark : (syntax[error.code] ?? `this is not YAML: ${error.message}`)
}
