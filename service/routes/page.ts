import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../errors.ts'
import { chunkName, createBuiltFiles, lastingFiles } from '../page/files.ts'
import { fileHeaders, missingHeaders } from '../page/headers.ts'
import { sendRepresentation } from '../page/send.ts'
import { projectFolder } from '../project-folder.ts'
import type { Service } from '../service.ts'

/** 16 random bytes: what does not look so was never given out. */
const givenOut = /^[A-Za-z0-9_-]{22}$/

/** `GET /p/{pattern}`: the content record of a pattern, and nothing else of the record or the prospect. */
export function pageRoutes(app: FastifyInstance, { pageRecords }: Service): void {
  app.get<{ Params: { pattern: string } }>('/p/:pattern', async (request, reply) => {
    const { pattern } = request.params
    const record = givenOut.test(pattern) ? await pageRecords.find(pattern) : undefined
    if (!record) throw new ApiError(40400, 'No page content has this pattern.', missingHeaders)
    return sendRepresentation(record, request, reply)
  })
}

/** `GET /snippet.js`, `/loader.js` and the chunks: the built files. */
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
