import type { FastifyInstance } from 'fastify'
import { ApiError } from '../errors.ts'
import { findBuiltFiles } from '../page/files.ts'
import { fileHeaders, missingHeaders } from '../page/headers.ts'
import { sendRepresentation } from '../page/send.ts'
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
export async function fileRoutes(app: FastifyInstance): Promise<void> {
  for (const [path, file] of await findBuiltFiles(fileHeaders)) {
    app.get(path, async (request, reply) => sendRepresentation(await file(), request, reply))
  }
}
