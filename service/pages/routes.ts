import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  fileHeaders,
  missingHeaders,
  openToAll,
  preflightHeaders,
  refusedHeaders,
} from '../base/http/page-headers.ts'
import type { Strangers } from '../base/http/plugins/limits.ts'
import { ApiError } from '../base/http/schemas/error-codes.ts'
import { projectFolder } from '../base/project-folder.ts'
import { isIssuedPattern } from '../base/words/ids.ts'
import type { PageRecords } from '../content/record-cache.ts'
import { chunkName, createBuiltFiles, lastingFiles, sendRepresentation } from './files.ts'

/** Registers `GET /p/{pattern}`: the content record of a pattern, and nothing else of the record or the prospect. */
export function pageRoutes(
  app: FastifyInstance,
  { pages, strangers }: { pages: PageRecords; strangers: Strangers },
): void {
  app.get<{ Params: { pattern: string } }>('/p/:pattern', async (request, reply) => {
    const { pattern } = request.params
    if (!isIssuedPattern(pattern)) throw unknownPattern()
    const hasCopy = request.headers['if-none-match'] !== undefined
    const find = () => pages.find(pattern, { hasCopy })
    // Of a 429, and what else is thrown.
    reply.headers(refusedHeaders)
    const record = pages.knows(pattern) ? await find() : await strangers.find(request, pattern, find)
    if (record) return sendRepresentation(record, request, reply)
    throw unknownPattern()
  })

  app.options('/p/:pattern', async ({ headers }, reply) =>
    reply
      .code(204)
      .headers({ ...openToAll, ...preflightHeaders('GET', headers) })
      .send(),
  )
}

function unknownPattern(): ApiError {
  return new ApiError(40400, 'No page content has this pattern.', missingHeaders)
}

/** Registers `GET /snippet.js`, `/loader.js` and the chunks: the built files. */
export function fileRoutes(app: FastifyInstance, folder = new URL('dist/', projectFolder)): void {
  const files = createBuiltFiles(folder, fileHeaders)
  const answer = async (name: string, request: FastifyRequest, reply: FastifyReply) => {
    const file = await files.find(name)
    if (!file) throw new ApiError(40400, 'No build that is kept here has this file.', missingHeaders)
    return sendRepresentation(file, request, reply)
  }
  for (const name of lastingFiles.keys())
    app.get(`/${name}`, (request, reply) => answer(name, request, reply))
  app.get<{ Params: { chunk: string } }>(`/:chunk(${chunkName.source})`, (request, reply) =>
    answer(request.params.chunk, request, reply),
  )
}
