import type { FastifySchemaValidationError } from 'fastify/types/schema.js'

const typeNames: Record<string, string> = {
  string: 'a text',
  object: 'an object',
  array: 'a list',
  boolean: 'true or false',
  integer: 'a whole number',
  number: 'a number',
}

/**
 * Says what to change, in a sentence that begins with the field.
 *
 * @example
 * describeInvalid({ keyword: 'type', instancePath: '/titles/0', params: { type: 'string' } }) // 'titles[0]: must be a text.'
 */
export function describeInvalid(error: FastifySchemaValidationError | undefined, context = 'body'): string {
  const field = fieldOf(error?.instancePath ?? '')
  const { type, missingProperty, limit, allowedValues } = error?.params ?? {}
  switch (error?.keyword) {
    case 'required':
      return `${field ? `${field}.` : ''}${missingProperty}: is missing.`
    case 'type':
      return `${field || context}: must be ${typeNames[String(type)] ?? type}.`
    case 'enum':
      return `${field || context}: must be one of ${[allowedValues].flat().join(', ')}.`
    case 'maxItems':
      return `${field || context}: must have at most ${limit} items.`
    default:
      return `${field || context}: ${error?.message ?? 'is not valid'}.`
  }
}

function fieldOf(pointer: string): string {
  return pointer
    .slice(1)
    .replace(/\/(\d+)/g, '[$1]')
    .replaceAll('/', '.')
}
