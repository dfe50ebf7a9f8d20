import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { errorMeanings } from '../../../service/base/http/schemas/error-codes.ts'
import type { OpenapiDocument } from '../../support/openapi.ts'
import { withApi } from './support.ts'

withApi((api) => {
  const read = async () =>
    (await api().request<OpenapiDocument>('GET', '/v1/openapi.json', { token: '' })).body

  test('the document is valid OpenAPI 3.1', async () => {
    const document = await read()
    const validator = new Validator()
    const result = await validator.validate({ ...document })
    expect(result).toMatchObject({ valid: true })
    expect(validator.version).toBe('3.1')
    expect(document.openapi).toMatch(/^3\.1\./)
  })

  test('under its first two tags it describes the six operations, where they are', async () => {
    const { paths, servers } = await read()
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, { tags }]) => tags.every((tag) => tag === 'Prospect' || tag === 'Content'))
        .map(([method]) => `${method.toUpperCase()} ${path}`),
    )
    expect(operations.sort()).toEqual([
      'DELETE /content/{id}',
      'GET /content/{id}',
      'GET /prospects/{id}',
      'POST /content',
      'POST /prospects',
      'POST /prospects/search',
    ])
    expect(servers).toEqual([{ url: `${api().url}/v1` }])
  })

  test.each(['/campaigns/{id}/people', '/lists/read'])(
    'a client that is made from it can send a list to %s, of each kind',
    async (path) => {
      const { paths } = await read()
      const { requestBody } = paths[path]?.post ?? {}
      expect(requestBody?.required).toBe(true)
      expect(Object.keys(requestBody?.content ?? {}).sort()).toEqual([
        'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        'application/x-ndjson',
        'text/csv',
      ])
    },
  )

  test('every error integer is listed, each where it can come', async () => {
    const document = await read()
    const descriptions = JSON.stringify(document.paths)
    const elsewhere = ['40500']
    for (const code of Object.keys(errorMeanings)) {
      if (!elsewhere.includes(code)) expect(descriptions).toContain(`${code}: `)
    }
    expect(document.components.schemas.Error).toMatchObject({
      required: ['error', 'message'],
      properties: {
        error: { type: 'integer', format: 'int32', enum: Object.keys(errorMeanings).map(Number) },
      },
      additionalProperties: false,
    })
  })
})
