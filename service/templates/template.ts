import type { AnalyticsItem } from '../../wire/record.ts'
import type { ContentType } from '../../wire/targets.ts'
import type { LiquidText } from './liquid.ts'
import type { Problem } from './schemas.ts'

/** A sound template: the checked content of `TEMPLATES_DIR/NAME.yaml`. */
export interface Template {
  name: string
  /** Where links point. */
  page?: string
  /** Canonical BCP 47 tags. The first is used where a record's language is not among them. */
  languages: string[]
  content: TemplateItem[]
  analytics: AnalyticsItem[]
  /** The version of a stored template. */
  version?: number
  /** The id of the analytics item that is the goal. */
  goal?: string
}

/** A content item before it is rendered. It has a `payload`, a `write`, or both. */
export interface TemplateItem {
  selector: string
  type: ContentType
  payload?: Texts
  /** The task for a language model; `payload` is used where it fails. */
  write?: Texts
}

/** The selectors of all its items, in their order. */
export function selectorsOf({ content, analytics }: Template): string[] {
  return [...content, ...analytics].map(({ selector }) => selector)
}

/** One text for every language under `*`, or one for each language under its canonical tag. */
export type Texts = ReadonlyMap<string, LiquidText>

/** `launch.yaml:7:5: "txt" is not a type …`: editors and terminals turn this form into a link. */
export function formatProblem(file: string, { line, column, message }: Problem): string {
  return `${file}:${line}:${column}: ${message}`
}

/** `line 7, column 5: "txt" is not a type …`. */
export function formatProblemLine({ line, column, message }: Problem): string {
  return `line ${line}, column ${column}: ${message}`
}
