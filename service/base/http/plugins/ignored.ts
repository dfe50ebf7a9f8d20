import type { FastifyInstance } from 'fastify'

const mostNames = 20
/** In characters, percent-encoded. */
const longestName = 64

/** Lists in `Motif-Ignored` the fields of a body that no schema names: mostly they are misspelt. */
export function reportIgnored(app: FastifyInstance): void {
  app.addHook('preValidation', async ({ body, routeOptions }, reply) => {
    const { properties } = (routeOptions.schema?.body ?? {}) as { properties?: object }
    if (!properties || typeof body !== 'object' || body === null || Array.isArray(body)) return
    const ignored = Object.keys(body).filter((name) => !Object.hasOwn(properties, name))
    if (ignored.length > 0) reply.header('Motif-Ignored', headerValue(ignored))
  })
}

/**
 * Formats names as a header value; `...` stands for names that are empty, too long or too many.
 *
 * @example
 * headerValue(['name', 'größe']) // 'name, gr%C3%B6%C3%9Fe'
 */
export function headerValue(names: readonly string[]): string {
  const written = names
    .slice(0, mostNames)
    .map((name) => encodeURIComponent(name.toWellFormed()))
    .filter((name) => name !== '' && name.length <= longestName)
  const all = written.length < names.length ? [...written, '...'] : written
  return all.join(', ')
}
