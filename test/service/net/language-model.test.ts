import { pino } from 'pino'
import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { readConfig } from '../../../service/config.ts'
import { writingMsLeft } from '../../../service/content/generate.ts'
import { createLanguageModel } from '../../../service/templates/language-model.ts'
import { startLanguageModel } from '../../support/language-model.ts'

const create = (environment: Record<string, string>) =>
  createLanguageModel({
    config: readConfig(environment).languageModel,
    log: pino({ level: 'silent' }),
    metrics: new Registry(),
  })
const task = { organization: 'acme', instructions: 'Write for a landing page.', prompt: 'Greet.' }

test('without a language model there is no text', async () => {
  expect(await create({})?.write(task)).toBeUndefined()
})

test('a model that never answers is given up when the time is over', async () => {
  await using model = await startLanguageModel(() => undefined)
  const over = new AbortController()
  const text = create(model.environment)?.write({ ...task, signal: over.signal })
  await model.whenAsked(1)
  over.abort()
  expect(await text).toBeUndefined()
})

test('a model that asks for patience is not waited for beyond the time', async () => {
  const over = new AbortController()
  await using model = await startLanguageModel((_asked, response) => {
    response.writeHead(429, { 'retry-after': '30' }).end()
    over.abort()
    return undefined
  })
  expect(await create(model.environment)?.write({ ...task, signal: over.signal })).toBeUndefined()
  expect(model.asked).toHaveLength(1)
})

test('those whose time is over while they are patient hold up nobody else', async () => {
  const over = new AbortController()
  await using model = await startLanguageModel((_asked, response, count) => {
    if (count > 32) return 'text'
    response.writeHead(429, { 'retry-after': '30' }).end()
    return undefined
  })
  const { write } = create(model.environment) ?? {}
  const all = Array.from({ length: 32 }, (_, at) =>
    write?.({ ...task, organization: `o${at}`, signal: over.signal }),
  )
  await model.whenAsked(32)
  // By then the client has all answers.
  await fetch(`${model.environment.LLM_BASE_URL}`, { method: 'POST', body: '{"messages":[]}' })
  over.abort()
  await Promise.all(all)
  expect(await write?.(task)).toBe('text')
})

test.each([
  ['seconds', () => '3600'],
  ['a date', () => new Date(Date.now() + 3_600_000).toUTCString()],
])('a model that asks for an hour, in %s, is not waited for', async (_how, after) => {
  await using model = await startLanguageModel((_asked, response) => {
    response.writeHead(429, { 'retry-after': after() }).end('{}')
    return undefined
  })
  expect(await create(model.environment)?.write(task)).toBeUndefined()
  expect(model.asked).toHaveLength(1)
})

test('where the time is over already, nothing is asked', async () => {
  await using model = await startLanguageModel(() => 'text')
  const signal = AbortSignal.abort()
  expect(await create(model.environment)?.write({ ...task, signal })).toBeUndefined()
  expect(model.asked).toEqual([])
})

test('the model has 45 s for a record, and nothing after the first 90', () => {
  expect(writingMsLeft(0, 0)).toBe(45_000)
  expect(writingMsLeft(0, 60_000)).toBe(30_000)
  expect(writingMsLeft(0, 90_000)).toBe(0)
  expect(writingMsLeft(0, 500_000)).toBeLessThan(0)
})
