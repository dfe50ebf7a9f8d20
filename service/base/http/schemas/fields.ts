import { type Static, type TObject, type TProperties, Type } from 'typebox'

/** Fields that many schemas have. Each takes its description. */
export const textField = (description: string) => Type.String({ description })
export const optionalText = (description: string) => Type.Optional(textField(description))
export const countField = (description: string) => Type.Integer({ description })
export const dateTimeField = (description: string) => Type.String({ format: 'date-time', description })
export const idField = (description: string) => Type.String({ pattern: '^[0-9a-f]{24}$', description })
/** One of a few strings. A union of literals would become `anyOf`. */
export const oneOf = <T extends string>(values: readonly T[], description?: string) =>
  Type.Unsafe<T>({ type: 'string', enum: [...values], ...(description && { description }) })

export const trueOrFalse = (description: string) => Type.Optional(oneOf(['true', 'false'], description))

export const kindsOf = <T extends string>(table: Record<T, unknown>) => Object.keys(table) as T[]

/** All components of the OpenAPI document: each is there once its module is loaded. */
export const components: TObject[] = []

/** Makes a component. Its `Static` is the type of the answer, in the service and in the console. */
export function component<T extends TProperties>(name: string, fields: T) {
  const made = Type.Object(fields, { $id: name, additionalProperties: false })
  components.push(made)
  return made
}

/** A component inside another schema: its type is kept, and the document refers to it. */
export const ref = <T extends TObject>(schema: T & { $id?: string }) =>
  Type.Unsafe<Static<T>>({ $ref: `${schema.$id}#` })

export const arrayOf = <T extends TObject>(schema: T & { $id?: string }, description?: string) =>
  Type.Array(ref(schema), description ? { description } : {})

export const pageParameters = {
  limit: optionalText('1 to 1000; by default 100'),
  cursor: optionalText('`next` of the answer before'),
}

export const nextField = optionalText('Hand it in as `cursor` for what follows; left out at the end')
