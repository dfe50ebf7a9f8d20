import { Type } from '@fastify/type-provider-typebox'

/** Fields that many schemas have, each with what it says. */
export const textField = (description: string) => Type.String({ description })
export const countField = (description: string) => Type.Integer({ description })
/** UTC, ISO 8601. */
export const dateTimeField = (description: string) => Type.String({ format: 'date-time', description })
/** 24 lower-case hexadecimal digits. */
export const idField = (description: string) => Type.String({ pattern: '^[0-9a-f]{24}$', description })
/** One of a few texts; a union of literals would become `anyOf`. */
export const oneOf = <T extends string>(values: readonly T[], description: string) =>
  Type.Unsafe<T>({ type: 'string', enum: [...values], description })
