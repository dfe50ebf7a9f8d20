import type { CaseItem } from '../../wire/editor.ts'
import type { AnalyticsItem } from '../../wire/record.ts'
import type { ContentType } from '../../wire/targets.ts'
import { DomainError } from '../base/words/errors.ts'
import type { CaseTest } from './cases.ts'
import type { LiquidText } from './liquid.ts'
import type { Problem, TemplateText } from './operations.ts'

/** A sound template: the checked content of `TEMPLATES_DIR/NAME.yaml`. */
export interface Template {
  name: string
  page?: string
  /** Canonical BCP 47 tags. The first is used where a record's language is not among them. */
  languages: string[]
  content: TemplateItem[]
  analytics: AnalyticsItem[]
  /** What people call analytics items, by id. Left out if none has a name. */
  analyticsNames?: Record<string, string>
  version?: number
  goal?: string
}

/** A content item before it is rendered. It has a `payload`, a `write`, cases, or several of these. */
export interface TemplateItem {
  name?: string
  /** As records have it: see `selectorOf`. */
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
  label: string
  written: CaseItem['when']
  payload: Texts
}

/** One text for every language under `*`, or one for each language under its canonical tag. */
export type Texts = ReadonlyMap<string, Text>

export interface Text extends LiquidText {
  under: string
}

/** The address of the page of a template. Throws `unknown-template` if it names none. */
export function pageOf({ page }: Template): string {
  if (page !== undefined) return page
  throw new DomainError(
    'unknown-template',
    'page: the template names none. Add its address, such as page: https://www.example.com/launch.',
  )
}

/** The text of a template, and the template if it is sound. */
export interface ReadTemplate extends TemplateText {
  template?: Template
  updatedAt: Date
}

/** Whether two keys name the same item: what it changes. */
export function isSameItem(one: ItemKey, other: ItemKey): boolean {
  return one.selector === other.selector && one.type === other.type
}

type ItemKey = { selector: string; type: string }

/** What people call the items of a template: undefined for one without a name. */
export type ItemNames = ReturnType<typeof namesOf>

/** The names in a template: of content items, the first that is like the item; of analytics items by id. */
export function namesOf(template: Template | undefined) {
  const { content = [], analyticsNames = {} } = template ?? {}
  const named = content.filter(({ name }) => name !== undefined)
  return {
    content: (item: ItemKey) => named.find((each) => isSameItem(each, item))?.name,
    analytics: (id: string) => (Object.hasOwn(analyticsNames, id) ? analyticsNames[id] : undefined),
  }
}

/** The item with its name, if it has one. */
export function withName<Item extends object>(item: Item, name: string | undefined): Item {
  return name === undefined ? item : { ...item, name }
}

/** `launch.yaml:7:5: "txt" is not a type …`: editors and terminals turn this form into a link. */
export function formatProblem(file: string, { line, column, message, warning }: Problem): string {
  return `${file}:${line}:${column}: ${warning ? 'warning: ' : ''}${message}`
}

/** A line for each problem: `line 7, column 5: "txt" is not a type …`. Warnings refuse nothing. */
export function linesOf(problems: readonly Problem[]): string {
  return problems
    .filter(({ warning }) => !warning)
    .map(({ line, column, message }) => `line ${line}, column ${column}: ${message}`)
    .join('\n')
}
