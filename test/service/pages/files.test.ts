import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { answerErrors } from '../../../service/base/http/plugins/errors.ts'
import { answerOtherMethods } from '../../../service/base/http/plugins/methods.ts'
import { createServer } from '../../../service/base/http/server.ts'
import { fileRoutes } from '../../../service/pages/files.ts'

let folder: string
let app: ReturnType<typeof createServer>

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'motif-files-'))
  writeFileSync(join(folder, 'secret.js'), 'secret')
  writeFileSync(join(folder, 'chunks.json'), 'secret')
  app = createServer({
    log: pino({ level: 'silent' }),
    answerUnroutable: (_error, _request, reply) => reply.code(400).send(),
  })
  answerErrors(app)
  const refuseOtherMethods = answerOtherMethods(app)
  fileRoutes(app, pathToFileURL(`${folder}/`))
  refuseOtherMethods()
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

const write = (name: string) => writeFileSync(join(folder, name), name.repeat(100))
const get = (path: string, headers: Record<string, string> = {}) =>
  app.inject({ method: 'GET', url: path, headers: { host: 'motif.example.com', ...headers } })

describe('a built file', () => {
  test.each(['snippet.js', 'loader.js', 'motif-sanitiser-3YWFL25A.js'])(
    '%s is sent compressed, for any page, and known by its entity tag',
    async (name) => {
      write(name)
      const unpack = { br: brotliDecompressSync, gzip: gunzipSync, identity: (body: Buffer) => body }
      const tags = new Set<unknown>()
      for (const [coding, decompress] of Object.entries(unpack)) {
        const answer = await get(`/${name}`, { 'accept-encoding': coding })
        expect(answer.statusCode).toBe(200)
        expect(decompress(answer.rawPayload).toString()).toBe(name.repeat(100))
        expect(answer.headers).toMatchObject({
          'content-type': 'text/javascript; charset=utf-8',
          'cache-control': 'public, max-age=3600, stale-while-revalidate=86400',
          'access-control-allow-origin': '*',
          vary: 'Accept-Encoding',
        })
        const { etag } = answer.headers
        const again = await get(`/${name}`, { 'accept-encoding': coding, 'if-none-match': `${etag}` })
        expect(again.statusCode).toBe(304)
        tags.add(etag)
      }
      expect(tags.size).toBe(3)
    },
  )

  test('that comes while the service runs is found', async () => {
    expect((await get('/track-1a2b3c4d.js')).statusCode).toBe(404)
    write('track-1a2b3c4d.js')
    expect((await get('/track-1a2b3c4d.js')).statusCode).toBe(200)
  })

  test('of a hash that no build gave is 404, for any page, and believed for seconds', async () => {
    const answer = await get('/track-00000000.js')
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toEqual({ error: 40400, message: expect.any(String) })
    expect(answer.headers).toMatchObject({
      'cache-control': 'public, max-age=5',
      'access-control-allow-origin': '*',
    })
  })
})

test.each(['/secret.js', '/track-1a2b3c4d.js.map', '/..%2Fsecret-1a2b3c4d.js', '/track-1a2b3c4d.js%00'])(
  'what no build calls its own file is not looked for: %s',
  async (path) => {
    expect((await get(path)).json()).toMatchObject({ error: 40400 })
  },
)
