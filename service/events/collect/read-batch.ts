import { Type } from 'typebox'
import { type Batch, detailOf, longestVisitMs } from '../../../wire/event.ts'
import { maxBatchEvents, visitShape } from '../../../wire/limits.ts'
import { DomainError, invalidField } from '../../base/words/errors.ts'
import { reportLists } from '../rows.ts'

const number = (minimum: number, maximum = 2 ** 31 - 1) => Type.Integer({ minimum, maximum })
const ms = number(0, longestVisitMs)
const indexes = Type.Array(number(0))

/**
 * The body of `POST /e`: see `Batch`. Items and types that the record does not have pass: such an event is dropped alone, later.
 * What is not named here is ignored.
 */
export const BatchBody = Type.Object({
  v: Type.Literal(1),
  pattern: Type.String(),
  visit: Type.String({ pattern: visitShape.source }),
  sent: ms,
  last: Type.Optional(number(0)),
  input: Type.Optional(Type.Boolean()),
  webdriver: Type.Optional(Type.Boolean()),
  visible: Type.Optional(ms),
  report: Type.Optional(
    Type.Object({ applied: indexes, missing: indexes, refused: indexes, contested: indexes }),
  ),
  events: Type.Array(Type.Object({ seq: number(1), item: Type.String(), type: Type.String(), at: ms })),
})

/** Checks what the schema does not say. Throws `too-large` for more than 200 events, `invalid-field`. */
export function checkBatch({ report, events }: Batch): void {
  if (events.length > maxBatchEvents)
    throw new DomainError('too-large', `events: a batch holds up to ${maxBatchEvents} events.`)
  const listed = new Set<number>()
  for (const name of report ? reportLists : [])
    for (const index of report?.[name] ?? []) {
      if (listed.has(index)) throw invalidField(`report.${name}: item ${index} is listed twice.`)
      listed.add(index)
    }
  for (const event of events) {
    const detail = detailOf(event.type)
    if (detail && !detail.isValid((event as unknown as Record<string, unknown>)[detail.name]))
      throw invalidField(`${detail.name}: ${detail.rule}.`)
  }
}
