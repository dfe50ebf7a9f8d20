import { type Batch, detailOf, type Event, longestVisitMs, type Report } from '../../../wire/event.ts'
import { maxBatchEvents, visitShape } from '../../../wire/limits.ts'
import { DomainError } from '../../base/words/errors.ts'
import { isObject } from '../../base/words/json.ts'

const highestSeq = 2 ** 31 - 1
const lists = ['applied', 'missing', 'refused', 'contested'] as const

/**
 * Reads the body of `POST /e`. Throws `not-json`, `invalid-field` for what is not a batch (the message names the
 * field), `too-large` for more than 200 events. Items and types that the record does not have pass: such an event is
 * dropped alone, later. What is not named here is ignored.
 */
export function readBatch(text: string): Batch {
  const batch = readObject(parse(text), 'the body')
  if (batch.v !== 1) refuse('v', 'must be 1')
  readText(batch.pattern, 'pattern')
  if (typeof batch.visit !== 'string' || !visitShape.test(batch.visit))
    refuse('visit', 'must be 22 characters of A-Z, a-z, 0-9, - and _')
  readInteger(batch.sent, 'sent', 0, longestVisitMs)
  if (batch.last !== undefined) readInteger(batch.last, 'last', 0, highestSeq)
  for (const name of ['input', 'webdriver'])
    if (![undefined, true, false].includes(batch[name] as undefined)) refuse(name, 'must be true or false')
  if (batch.visible !== undefined) readInteger(batch.visible, 'visible', 0, longestVisitMs)
  if (batch.report !== undefined) readReport(batch.report)
  readEvents(batch.events)
  // Every field was checked above, but for items and types that may be unknown.
  return batch as unknown as Batch
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new DomainError('not-json', 'The body is not JSON.')
  }
}

function readReport(value: unknown): asserts value is Report {
  const report = readObject(value, 'report')
  const listed = new Set<unknown>()
  for (const name of lists) {
    const indexes = report[name]
    if (!Array.isArray(indexes)) refuse(`report.${name}`, 'must be an array')
    for (const index of indexes) {
      readInteger(index, `report.${name}`, 0, highestSeq)
      if (listed.has(index)) refuse(`report.${name}`, `item ${index} is listed twice; it has one state`)
      listed.add(index)
    }
  }
}

function readEvents(value: unknown): asserts value is Event[] {
  if (!Array.isArray(value)) refuse('events', 'must be an array')
  if (value.length > maxBatchEvents)
    throw new DomainError('too-large', `events: a batch holds up to ${maxBatchEvents} events.`)
  for (const event of value) readEvent(event)
}

function readEvent(value: unknown): void {
  const event = readObject(value, 'events')
  readInteger(event.seq, 'seq', 1, highestSeq)
  readText(event.item, 'item')
  readText(event.type, 'type')
  readInteger(event.at, 'at', 0, longestVisitMs)
  const detail = detailOf(event.type as string)
  if (detail && !detail.isValid(event[detail.name])) refuse(detail.name, detail.rule)
}

function readObject(value: unknown, name: string): Record<string, unknown> {
  return isObject(value) ? value : refuse(name, 'must be an object')
}

function readText(value: unknown, name: string): void {
  if (typeof value !== 'string') refuse(name, 'must be a text')
}

function readInteger(value: unknown, name: string, lowest: number, highest: number): void {
  if (!Number.isInteger(value) || (value as number) < lowest || (value as number) > highest)
    refuse(name, `must be a whole number from ${lowest} to ${highest}`)
}

function refuse(name: string, what: string): never {
  throw new DomainError('invalid-field', `${name} ${what}.`)
}
