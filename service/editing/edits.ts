import { Type } from 'typebox'
import type { TemplateEdit } from '../../wire/editor.ts'
import { DomainError, invalidField } from '../base/words/errors.ts'
import type { TemplateWork } from '../templates/template-work.ts'

const Plain = Type.Union([Type.String(), Type.Number(), Type.Boolean()])
const Value = Type.Union([
  Type.Null(),
  Type.String(),
  Type.Boolean(),
  Type.Array(Type.String()),
  Type.Record(Type.String(), Type.Union([Type.String(), Type.Null()])),
])
/** The checker of templates says what is wrong with what is in a case. */
const Case = Type.Object({
  when: Type.Record(Type.String(), Type.Union([Plain, Type.Array(Plain), Type.Record(Type.String(), Plain)])),
  payload: Type.Optional(Value),
})
const fields = Type.Object(
  { for: Type.Optional(Type.Union([Type.Null(), Type.Array(Case)])) },
  { additionalProperties: Value },
)
const list = Type.Union([Type.Literal('content'), Type.Literal('analytics')])
const index = Type.Integer({ minimum: 0 })
const maybeIndex = Type.Optional(Type.Union([index, Type.Null()]))

/** One change of a template's text; JSON null removes a field. */
export const SentEdit = Type.Unsafe<TemplateEdit>(
  Type.Union([
    Type.Object({ edit: Type.Literal('set'), fields }),
    Type.Object({ edit: Type.Literal('setItem'), list, index, fields }),
    Type.Object({ edit: Type.Literal('addItem'), list, index: maybeIndex, fields }),
    Type.Object({ edit: Type.Literal('removeItem'), list, index }),
    Type.Object({ edit: Type.Literal('setGoal'), index: maybeIndex }),
  ]),
)

/** Applies changes to the text of a template. Throws `invalid-field` where one is not possible. */
export async function makeEdits(
  work: TemplateWork,
  yaml: string,
  edits: readonly TemplateEdit[],
): Promise<string> {
  try {
    return await work.run('editTemplate', yaml, edits)
  } catch (error) {
    if (error instanceof DomainError) throw error
    // For example an item that does not exist. The message tells only about the template.
    throw invalidField(`edits: ${(error as Error).message}.`)
  }
}
