import type { AnalyticsItem } from '../../wire/record.ts'
import type { ContentType } from '../../wire/targets.ts'
import type { LiquidText } from './liquid.ts'

/** A sound template: what `TEMPLATES_DIR/NAME.yaml` says, checked. */
export interface Template {
  name: string
  /** Where links point. */
  page?: string
  /** Canonical BCP 47 tags; the first stands in where a record's language is not among them. */
  languages: string[]
  content: TemplateItem[]
  analytics: AnalyticsItem[]
  /** Of a stored template: its version. */
  version?: number
  /** Id of the analytics item that is the goal, where one is. */
  goal?: string
}

/** One change to the page, before it is rendered for a prospect. It has a `payload`, a `write`, or both. */
export interface TemplateItem {
  selector: string
  type: ContentType
  payload?: Texts
  /** What a language model is asked to write; `payload` stands in where it fails. */
  write?: Texts
}

/** The selectors of all its items, in their order. */
export function selectorsOf({ content, analytics }: Template): string[] {
  return [...content, ...analytics].map(({ selector }) => selector)
}

/** One text for every language under `*`, or one for each language under its canonical tag. */
export type Texts = ReadonlyMap<string, LiquidText>

/** Something wrong in a template, told to its author. Lines and columns count from 1. */
export interface Problem {
  line: number
  column: number
  message: string
}

/** `launch.yaml:7:5: "txt" is not a type …`, in the form that editors and terminals make a link of. */
export function formatProblem(file: string, { line, column, message }: Problem): string {
  return `${file}:${line}:${column}: ${message}`
}

/** `line 7, column 5: "txt" is not a type …`. */
export function formatProblemLine({ line, column, message }: Problem): string {
  return `line ${line}, column ${column}: ${message}`
}
