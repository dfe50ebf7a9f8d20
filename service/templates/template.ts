import type { AnalyticsItem } from '../../wire/record.ts'
import type { ContentType } from '../../wire/targets.ts'
import type { CaseTest } from './cases.ts'
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
  /** What people call analytics items, by id. Left out if none has a name. */
  analyticsNames?: Record<string, string>
  /** The version of a stored template. */
  version?: number
  /** The id of the analytics item that is the goal. */
  goal?: string
}

/** A content item before it is rendered. It has a `payload`, a `write`, cases, or several of these. */
export interface TemplateItem {
  /** What people call it, such as `Headline`. */
  name?: string
  selector: string
  type: ContentType
  payload?: Texts
  /** The task for a language model; `payload` is used where it fails. */
  write?: Texts
  /** Words for some people: the first case that holds is used in place of `payload` and `write`. */
  for?: TemplateCase[]
}

/** Words for the people for whom all its tests hold. */
export interface TemplateCase {
  when: CaseTest[]
  /** The condition as people read it: `Retail`, `Retail or Banking and VP`. */
  label: string
  payload: Texts
}

/** The selectors of all its items, in their order. */
export function selectorsOf({ content, analytics }: Template): string[] {
  return [...content, ...analytics].map(({ selector }) => selector)
}

/** One text for every language under `*`, or one for each language under its canonical tag. */
export type Texts = ReadonlyMap<string, LiquidText>

/** Whether a template with these problems cannot be used: warnings refuse nothing. */
export function isBroken(problems: readonly Problem[]): boolean {
  return problems.some(({ warning }) => !warning)
}

/** `launch.yaml:7:5: "txt" is not a type …`: editors and terminals turn this form into a link. */
export function formatProblem(file: string, { line, column, message, warning }: Problem): string {
  return `${file}:${line}:${column}: ${warning ? 'warning: ' : ''}${message}`
}

/** `line 7, column 5: "txt" is not a type …`. */
export function formatProblemLine({ line, column, message }: Problem): string {
  return `line ${line}, column ${column}: ${message}`
}
