import { errorMeanings } from '../service/base/http/schemas/error-codes.ts'
import { components } from '../service/base/http/schemas/fields.ts'
import { resultsOperations } from '../service/events/results/operations.ts'
import { belowV1 } from '../service/operations.ts'

interface Field {
  description?: string
  enum?: string[]
}

interface Fields {
  properties: Record<string, Field>
  required?: string[]
}

interface Component extends Fields {
  $id?: string
}

interface Listed {
  method: string
  url: string
  config: { role: string }
  schema: {
    operationId: string
    summary: string
    querystring?: Fields
    body?: Fields
    response: Record<string, { content?: Record<string, { schema: { $ref?: string } }> }>
  }
}

const end = '<!-- end -->'

/** So many names a table shows of what an operation takes. */
const mostNames = 6

/** In the order of their paths. */
export const apiOperations = [
  ...listed(belowV1).map((operation) => ({
    ...operation,
    url: `/v1${operation.url}`,
  })),
  ...listed(resultsOperations),
]
  .map((operation) => ({ ...operation, url: operation.url.replace(/:(\w+)/g, '{$1}') }))
  .toSorted((one, other) => (one.url < other.url ? -1 : one.url > other.url ? 1 : 0))

/** Operations as objects of JSON, which is what their schemas are. */
function listed(of: object): Listed[] {
  return Object.values(of) as Listed[]
}

/**
 * A document whose tables and lists say what the schemas of the API say. Each stands between a mark that names it and
 * `<!-- end -->`:
 *
 * - `<!-- operations /v1/tokens /v1/members -->`: the operations at these paths and below, in this order;
 * - `<!-- body createContent -->`, `<!-- query listProspects -->`: what an operation takes;
 * - `<!-- answer readListBeginning -->`: what it answers;
 * - `<!-- errors -->`: all errors.
 *
 * Throws if a mark names what does not exist.
 */
export function withApiTables(text: string): string {
  const parts = text.split(end)
  return parts.map((part, at) => (at < parts.length - 1 ? withTable(part) : part)).join(end)
}

/** A part of the document whose end is to be a table: all behind its last mark is written again. */
function withTable(part: string): string {
  const mark = [...part.matchAll(/<!-- (operations|body|query|answer|errors)((?: [\w/]+)*) -->/g)].at(-1)
  if (!mark) throw new Error(`A table ends, and has not begun: ${part.slice(-80)}`)
  const [{ length }, kind = '', names = ''] = mark
  return `${part.slice(0, mark.index + length)}\n\n${tables[kind]?.(names.trim().split(' '))}\n\n`
}

const tables: Record<string, (names: string[]) => string> = {
  operations: (paths) => operationsTable(paths.flatMap(operationsBelow)),
  body: ([id = '']) => fieldsList(operationOf(id).schema.body),
  query: ([id = '']) => fieldsList(operationOf(id).schema.querystring),
  answer: ([id = '']) => fieldsList(answerOf(operationOf(id)), false),
  errors: () => tableOf(['error', 'meaning'], Object.entries(errorMeanings)),
}

function operationsBelow(path: string): Listed[] {
  const found = apiOperations.filter(({ url }) => url === path || url.startsWith(`${path}/`))
  if (found.length === 0) throw new Error(`No operation is at ${path}.`)
  return found
}

function operationOf(id: string): Listed {
  const found = apiOperations.find(({ schema }) => schema.operationId === id)
  if (!found) throw new Error(`No operation is called ${id}.`)
  return found
}

function operationsTable(of: Listed[]): string {
  const rows = of.map(({ method, url, config, schema }) => {
    const [status = ''] = Object.keys(schema.response)
    return [
      `\`${method} ${url}\``,
      namesOf(schema),
      config.role,
      `${status === '200' ? '' : `${status}: `}${schema.summary}`,
    ]
  })
  return tableOf(['request', 'takes', 'least role', 'what it does'], rows)
}

/** The parameters of the query and the fields of the body, as far as they are read at a glance. */
function namesOf({ querystring, body }: Listed['schema']): string {
  const query = Object.keys(querystring?.properties ?? {}).map((name) => `\`?${name}=\``)
  const fields = Object.keys(body?.properties ?? {}).map((name) => `\`${name}\``)
  const names = [...query, ...fields]
  return names.length > mostNames ? [...names.slice(0, mostNames), '…'].join(', ') : names.join(', ')
}

/** @param tellsRequired whether to say of a field that it is required; what an answer has needs no such word */
function fieldsList(fields: Fields | undefined, tellsRequired = true): string {
  if (!fields) throw new Error('There are no fields to list.')
  const rows = Object.entries(fields.properties).map(([name, { description = '', enum: values }]) => {
    const isRequired = tellsRequired && fields.required?.includes(name)
    const choice = values && `: ${values.map((value) => `\`${value}\``).join(', ')}`
    return `- \`${name}\`${isRequired ? ' (required)' : ''}: ${description}${choice ?? ''}`
  })
  return rows.join('\n')
}

/** The component that an operation answers with. */
function answerOf({ schema }: Listed): Fields | undefined {
  const [first] = Object.values(schema.response)
  const name = first?.content?.['application/json']?.schema.$ref?.replace('#', '')
  return (components as unknown as Component[]).find(({ $id }) => $id === name)
}

function tableOf(titles: string[], rows: string[][]): string {
  const lines = [titles, titles.map(() => '---'), ...rows.map((cells) => cells.map(inCell))]
  return lines.map((cells) => `| ${cells.join(' | ')} |`.replace(/\| {2}\|/g, '| |')).join('\n')
}

const inCell = (text: string) => text.replaceAll('|', '\\|')
