import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Database } from '../base/database/database.ts'
import { transact } from '../base/database/transaction.ts'
import { matchesEtag, missingHeaders, openToAll } from '../base/http/representation.ts'
import { ApiError } from '../base/http/schemas/error-codes.ts'
import { serve } from '../base/http/schemas/operation.ts'
import { DomainError, invalidField } from '../base/words/errors.ts'
import { isIssuedPattern, shortHash } from '../base/words/ids.ts'
import type { TemplateWork } from '../templates/template-work.ts'
import { pictureOperations, pictureTypes } from './operations.ts'
import { findPicture, type Picture, storePicture } from './picture-sql.ts'

/** The pictures that organizations keep for their pages. */
export type Pictures = ReturnType<typeof createPictures>

interface PicturesOptions {
  db: Database
  work: TemplateWork
  publicUrl(): string
}

const mostBytes = 2 * 1024 * 1024
const mostPictures = 1000
const cachedBytes = 32 * 1024 * 1024

/** How each kind begins, in hex; an AVIF names its kind among its first brands. What begins with `<` may be SVG. */
const beginnings: Record<(typeof pictureTypes)[number], RegExp> = {
  'image/png': /^89504e470d0a1a0a/,
  'image/jpeg': /^ffd8ff/,
  'image/webp': /^52494646.{8}57454250/,
  'image/avif': /^.{8}66747970(?:.{8}){0,10}6176696[6e]/,
  'image/svg+xml': /^(?:efbbbf)?(?:09|0a|0d|20)*3c/,
}

/** Keeps pictures, and finds them. */
export function createPictures({ db, work, publicUrl }: PicturesOptions) {
  /** Those who ask for the same one share its bytes. */
  const cache = new LRUCache<string, Picture>({
    maxSize: cachedBytes,
    sizeCalculation: ({ bytes }) => bytes.length,
    fetchMethod: (hash) => findPicture(db, hash),
  })

  async function toPicture(bytes: Buffer): Promise<Picture> {
    const beginning = bytes.toString('hex', 0, 64)
    const type = pictureTypes.find((each) => beginnings[each].test(beginning))
    const clean = type === 'image/svg+xml' ? await work.run('sanitiseSvg', bytes.toString()) : bytes
    if (type && clean) return { type, bytes: Buffer.from(clean) }
    throw invalidField('The file is no picture that pages can show: save it as PNG, JPEG, WebP, AVIF or SVG.')
  }

  return {
    /** Keeps a picture, whose bytes are in Latin-1. Throws `invalid-field` for what is none, or is one too many. */
    async keep(organization: string, file: string, remember: FastifyRequest['remember']) {
      const picture = await toPicture(Buffer.from(file, 'latin1'))
      const hash = shortHash(Buffer.concat([Buffer.from(`${organization}\n`), picture.bytes]))
      const kept = { url: `${publicUrl()}/m/${hash}` }
      await transact(db, async (trx) => {
        if (!(await storePicture(trx, { organization, hash, ...picture }, mostPictures)))
          throw invalidField(
            '1,000 pictures are kept, which is the most: use the address of one on your own site.',
          )
        await remember(trx, kept)
      })
      return kept
    },
    find: async (hash: string) => (isIssuedPattern(hash) ? cache.fetch(hash) : undefined),
  }
}

/** Registers `POST /pictures`, in a scope that knows the owner. `undescribed` is for one outside of the OpenAPI document. */
export async function keepPictureRoute(
  app: FastifyInstance,
  pictures: Pictures,
  undescribed?: { schema: object },
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', async (request: FastifyRequest, body: IncomingMessage) => {
      request.bodyText = (await readFile(body)).toString('latin1')
      return {}
    })
    serve(scope, { ...pictureOperations.keepPicture, ...undescribed }, (request) =>
      pictures.keep(request.owner.organization, request.bodyText, (trx, kept) => request.remember(trx, kept)),
    )
  })
}

async function readFile(body: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let left = mostBytes
  // What is left of one that is too large is read by the server.
  for await (const chunk of body.iterator({ destroyOnReturn: false })) {
    left -= chunk.length
    if (left < 0)
      throw new DomainError(
        'too-large',
        'The picture is larger than 2 MB: make it smaller, or save it as WebP.',
      )
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const headers = {
  ...openToAll,
  'Cache-Control': 'public, max-age=31536000, immutable',
  // An SVG that is opened by itself runs nothing, either.
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
}

/** Registers `GET /m/{hash}`: a picture, without a token. */
export function pictureRoute(app: FastifyInstance, { pictures }: { pictures: Pictures }): void {
  app.get<{ Params: { hash: string } }>('/m/:hash', async ({ params: { hash }, headers: asked }, reply) => {
    const found = await pictures.find(hash)
    if (!found) throw new ApiError(40400, 'No picture has this address.', missingHeaders)
    const etag = `"${hash}"`
    reply.headers({ ...headers, ETag: etag })
    if (matchesEtag(asked['if-none-match'], etag)) return reply.code(304).send()
    return reply.type(found.type).send(Buffer.from(found.bytes))
  })
}
