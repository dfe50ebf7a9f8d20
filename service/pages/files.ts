import { readFile } from 'node:fs/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { chooseCoding, encode, matchesEtag, type Representation } from '../base/http/representation.ts'

const quality = 11

const javascript = 'text/javascript; charset=utf-8'

/** The built files whose names stay the same in every build, with their types. */
export const lastingFiles = new Map([
  ['snippet.js', javascript],
  ['loader.js', javascript],
  ['motif.js', javascript],
  ['editor.js', javascript],
  ['motif.d.ts', 'text/plain; charset=utf-8'],
])

/** Names of chunks, of this build and of earlier ones: a purpose, and a hash of the content. */
export const chunkName = /^[a-z-]+-[0-9A-Za-z]{8}\.js$/

/** The built files for pages. */
interface BuiltFiles {
  /** Finds a file. Undefined where there is none. A name that no build produces never reaches the disk. */
  find(name: string): Promise<Representation | undefined>
}

/**
 * The files of a build, each read and compressed once, at its first request. Chunks that are added to the folder later
 * are found as well.
 *
 * @param folder with a slash at the end
 * @param headers of every answer
 */
export function createBuiltFiles(folder: URL, headers: Record<string, string>): BuiltFiles {
  const opened = new Map<string, () => Promise<Representation>>()
  return {
    async find(name) {
      const type = chunkName.test(name) ? javascript : lastingFiles.get(name)
      if (!type) return undefined
      const open = opened.get(name) ?? openFile(new URL(name, folder), type, headers)
      opened.set(name, open)
      try {
        return await open()
      } catch (error) {
        opened.delete(name)
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
        throw error
      }
    },
  }
}

/** A file that is read and compressed once, when it is first needed; again where that failed. */
export function openFile(
  file: URL,
  type: string,
  headers: Record<string, string>,
): () => Promise<Representation> {
  let made: Promise<Representation> | undefined
  const make = async () => encode(await readFile(file), quality, { ...headers, 'Content-Type': type })
  return () => {
    made ??= make().catch((error) => {
      made = undefined
      throw error
    })
    return made
  }
}

/** Sends a body in the client's preferred coding, or 304 where the client has it. */
export function sendRepresentation(
  what: Representation,
  { headers }: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { body, etag, headers: own, headers304 } = what[chooseCoding(headers['accept-encoding']?.toString())]
  if (matchesEtag(headers['if-none-match'], etag)) return reply.code(304).headers(headers304).send()
  return reply.headers(own).send(body)
}
