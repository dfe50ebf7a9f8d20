import type { FastifyInstance } from 'fastify'
import { isIssuedPattern } from '../../model/ids.ts'
import { findBuiltFiles } from '../../pages/files.ts'
import { fileHeaders, missingHeaders } from '../../pages/headers.ts'
import type { PageRecords } from '../../pages/records.ts'
import { sendRepresentation } from '../../pages/send.ts'
import { ApiError } from '../schemas/error-codes.ts'

/** `GET /p/{pattern}`: the content record of a pattern, and nothing else of the record or the prospect. */
export function pageRoutes(app: FastifyInstance, pages: PageRecords): void {
  app.get<{ Params: { pattern: string } }>('/p/:pattern', async (request, reply) => {
    const { pattern } = request.params
    const record = isIssuedPattern(pattern) ? await pages.find(pattern) : undefined
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
