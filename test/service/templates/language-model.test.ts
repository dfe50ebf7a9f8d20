import type { ServerResponse } from 'node:http'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createLanguageModel } from '../../../service/templates/language-model.ts'
import { answerChat } from '../../support/language-model.ts'
import { startLocalServer } from '../../support/local-server.ts'

const task = { instructions: 'Write.', organization: 'acme' } as const

/** A model that answers when the test says so, and counts what is open at it. */
async function startModel(patience?: { timeoutMs: number; retries: number }) {
  const open = new Map<ServerResponse, string>()
  let most = 0
  const server = await startLocalServer(({ body }, response) => {
    open.set(response, (JSON.parse(body) as { messages: { content: string }[] }).messages[1]?.content ?? '')
    most = Math.max(most, open.size)
    response.once('close', () => open.delete(response))
  })
  const log = pino({ level: 'silent' })
  const model = createLanguageModel({ baseUrl: `${server.url}/v1`, apiKey: 'k', model: 'm' }, log, patience)
  const write = (prompt: string, atOnce = false, organization = 'acme') =>
    model?.write({ ...task, prompt, atOnce, organization })
  return { ...server, open, most: () => most, write }
}

test('at most 25 calls of an organization are open, and who cannot wait is not asked', async () => {
  await using model = await startModel()
  const texts = Array.from({ length: 60 }, (_, at) => model.write(`text ${at}`))
  await model.whenReceived(25)
  expect(await model.write('now', true)).toEqual({ notWritten: 'the language model did not answer' })
  const other = model.write('of another', true, 'other')
  await model.whenReceived(26)
  for (let answered = 0; answered < 61; answered++) {
    const [response, prompt = ''] = [...model.open].at(answered === 0 ? -1 : 0) ?? []
    if (!response) throw new Error('nothing is open')
    model.open.delete(response)
    answerChat(response, prompt)
    await model.whenReceived(Math.min(61, 26 + answered))
  }
  expect(await Promise.all(texts)).toEqual(texts.map((_, at) => ({ text: `text ${at}` })))
  expect(await other).toEqual({ text: 'of another' })
  expect(model.most()).toBe(26)
})

test('a call that is given up is closed at the model before another takes its place', async () => {
  await using model = await startModel({ timeoutMs: 50, retries: 0 })
  const calls = Array.from({ length: 60 }, () => model.write('text'))
  for (const written of await Promise.all(calls)) expect(written).toHaveProperty('notWritten')
  expect(model.most()).toBeLessThanOrEqual(25)
})
