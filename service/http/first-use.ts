import serializers from '@fastify/fast-json-stringify-compiler'

const createCompiler = serializers.SerializerSelector()

/**
 * Fastify's own serializers, each compiled when its first answer goes out. Fastify compiles all of them before it
 * listens, and for each it walks through every shared schema again: two fifths of the processor time of a start.
 */
export const serializersAtFirstUse: typeof createCompiler = (schemas, options) => {
  const compile = createCompiler(schemas, options)
  return (route) => {
    let serialize: ReturnType<typeof compile> | undefined
    return (answer) => {
      serialize ??= compile(route)
      return serialize(answer)
    }
  }
}
