import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import { Type } from '@fastify/type-provider-typebox'
import type { FastifyInstance, FastifySchema } from 'fastify'
import { addEtags } from '../representation.ts'
import { errorMeanings } from '../schemas/error-codes.ts'
import { component, textField } from '../schemas/fields.ts'

/** What the rooms have in the document. */
interface Described {
  /** The components that answers refer to. */
  schemas: readonly object[]
  /** What the service sends by itself. */
  webhooks: Extract<FastifyDynamicSwaggerOptions['openapi'], { webhooks?: unknown }>['webhooks']
}

/**
 * Adds the OpenAPI document of the routes that are registered afterwards, made from the schemas that check their
 * requests.
 */
export async function describeRoutes(app: FastifyInstance, { schemas, webhooks }: Described): Promise<void> {
  for (const schema of [...schemas, errorSchema]) app.addSchema(schema)
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Motif',
        version: '1.0.0',
        description: 'Prospects, and page content made for each of them.',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      tags: [
        { name: 'Prospect', description: 'People and companies that the organization targets' },
        { name: 'Access', description: 'Members and tokens' },
        { name: 'People', description: 'Prospects as a list, and erasing' },
        { name: 'Live', description: 'What is going on right now' },
        { name: 'Content', description: 'Generated page content for one prospect' },
        { name: 'Campaign', description: 'Lists of people who are invited, each with a link' },
        {
          name: 'Review',
          description: 'Pages that are looked at, and words that are changed, for one person',
        },
        { name: 'Regeneration', description: 'Making content anew' },
        { name: 'Webhook', description: 'Other programs that are told what happens' },
        { name: 'Alert', description: 'People who are told in Slack, Teams or by mail' },
        { name: 'Results', description: 'What was measured: beside `/v1`, with the same token' },
        { name: 'Template', description: 'What content is made from: versions, previews, tags' },
      ],
      security: [{ bearer: [] }],
      webhooks,
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', description: 'Made by `npm run motif -- token create`' },
        },
      },
    },
    hideUntagged: true,
    transform: ({ schema, url }) => ({ schema: withFile(schema), url: url.replace(/^\/v1(?=\/)/, '') }),
    refResolver: { buildLocalReference: (json) => String(json.$id) },
  })
}

/** Adds the body of an operation that takes a file: its route reads it as it arrives, and has no schema that checks it. */
function withFile(schema: FastifySchema): FastifySchema {
  // Routes that are not in the document may have no schema, whatever the type says.
  return (schema as FastifySchema | undefined)?.consumes
    ? { ...schema, body: { type: 'string', format: 'binary' } }
    : schema
}

/** Registers `GET /openapi.json`, which is public. `describe` returns the document without its servers. */
export async function openapiRoute(
  app: FastifyInstance,
  describe: () => { paths?: object },
  publicUrl: () => string,
): Promise<void> {
  addEtags(app)
  app.get('/openapi.json', async (_request, reply) => {
    reply.header('Cache-Control', 'private, no-cache')
    const servers = [{ url: `${publicUrl()}/v1` }]
    const { paths = {}, ...document } = describe()
    return { ...document, servers, paths: withServers(paths, publicUrl()) }
  })
}

/** Adds their server to the operations on results, which are beside `/v1`, not below it. */
function withServers(paths: object, url: string): object {
  const all = Object.entries(paths).map(([path, methods]) => {
    if (!path.startsWith('/results/')) return [path, methods]
    const named = Object.entries(methods as object).map(([method, operation]) => {
      return [method, { ...operation, servers: [{ url }] }]
    })
    return [path, Object.fromEntries(named)]
  })
  return Object.fromEntries(all)
}

/** The body of every error, as the OpenAPI document has it. */
const errorSchema = component('Error', {
  error: Type.Integer({
    format: 'int32',
    enum: Object.keys(errorMeanings).map(Number),
    description: 'HTTP status × 100 + n',
  }),
  message: textField('What to change'),
})
