import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import { Type } from '@fastify/type-provider-typebox'
import type { FastifyInstance, FastifySchema } from 'fastify'
import { addEtags } from '../representation.ts'
import { errorMeanings } from '../schemas/error-codes.ts'
import { component, components, textField } from '../schemas/fields.ts'

type Webhooks = Extract<FastifyDynamicSwaggerOptions['openapi'], { webhooks?: unknown }>['webhooks']

const tags = {
  Prospect: 'People and companies that the organization targets',
  Access: 'Members and tokens',
  People: 'Prospects as a list, and erasing',
  Live: 'What is going on right now',
  Content: 'Generated page content for one prospect',
  Campaign: 'Lists of people who are invited, each with a link',
  Review: 'Pages that are looked at, and words that are changed, for one person',
  Regeneration: 'Making content again',
  Connection: 'Systems of customers: lists in, facts about people out',
  Webhook: 'Other programs that are told what happens',
  Alert: 'People who are told in Slack, Teams or by mail',
  Results: 'What was measured: beside `/v1`, with the same token',
  Assistant: 'What assistants do by the Model Context Protocol, at `/mcp` beside `/v1`',
  Template: 'What content is made from: versions, previews, tags',
}

/** Adds the OpenAPI document of the routes that are registered afterwards, made from the schemas that check their requests. */
export async function describeRoutes(app: FastifyInstance, webhooks: Webhooks): Promise<void> {
  for (const each of components) app.addSchema(each)
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Motif',
        version: '1.0.0',
        description: 'Prospects, and page content made for each of them.',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
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
    const { paths = {}, ...document } = describe()
    // The operations on results are beside `/v1`, not below it.
    const servers = [{ url: publicUrl() }]
    const all = Object.entries(paths).map(([path, methods]) => {
      if (!path.startsWith('/results/')) return [path, methods]
      const named = Object.entries(methods as object).map(([method, of]) => [method, { ...of, servers }])
      return [path, Object.fromEntries(named)]
    })
    return { ...document, servers: [{ url: `${publicUrl()}/v1` }], paths: Object.fromEntries(all) }
  })
}

component('Error', {
  error: Type.Integer({
    format: 'int32',
    enum: Object.keys(errorMeanings).map(Number),
    description: 'HTTP status × 100 + n',
  }),
  message: textField('What to change'),
})
