import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { answerChat } from '../../support/language-model.ts'
import { ask, type Flood, untilStatus } from './measure.ts'

/** Whoever works there is never written for. */
const company = 'Hangs'

/** A language model that answers nothing where it is asked for one company, once that begins. */
async function startModel() {
  const hanging = new Set<IncomingMessage>()
  let isHanging = false
  const server = createServer(async (request, response) => {
    const question = await text(request)
    if (!isHanging || !question.includes(company)) return answerChat(response, 'A text.')
    hanging.add(request)
    request.socket.once('close', () => hanging.delete(request))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    environment: { LLM_BASE_URL: `http://127.0.0.1:${port}/v1`, LLM_MODEL: 'a-model' },
    held: () => hanging.size,
    hang() {
      isHanging = true
    },
    async [Symbol.asyncDispose]() {
      server.close().closeAllConnections()
    },
  }
}

/** Of one that takes no place of the model the rest takes some tens of milliseconds. */
const longestMs = 5000

/** Prospects whose profile is never written. */
export async function enrichmentThatHangs(): Promise<Flood> {
  const model = await startModel()
  return {
    ...model,
    longestMs,
    prepare: async () => model.hang(),
    async enqueue(service, at) {
      const body = { email: `p${at}@hangs.example`, additional: { company } }
      await ask(service, 'acme', 'POST', '/v1/prospects', body)
    },
    async sample(service, at) {
      const body = { email: `p${at}@sound.example`, additional: { company: 'Sound' } }
      const { id } = await ask<{ id: string }>(service, 'other', 'POST', '/v1/prospects', body)
      await untilStatus(service, 'other', `/v1/prospects/${id}`, 'enriched')
    },
  }
}

const template = `
languages: [en]
content:
  - selector: h1
    type: text
    write: One sentence for {{ prospect.company }}.
    payload: A page for {{ prospect.company }}.
`

/** Records whose text is never written. */
export async function generationThatHangs(): Promise<Flood> {
  const model = await startModel()
  const TEMPLATES_DIR = await mkdtemp(join(tmpdir(), 'motif-turns-'))
  await writeFile(join(TEMPLATES_DIR, 'written.yaml'), template)
  const prospects = { acme: '', other: '' }
  const create = (organization: 'acme' | 'other') => ({
    prospect: prospects[organization],
    template: 'written',
    language: 'en',
  })
  return {
    ...model,
    environment: { ...model.environment, TEMPLATES_DIR },
    longestMs,
    async prepare(service) {
      for (const [organization, its] of [['acme', company] as const, ['other', 'Sound'] as const]) {
        const body = { email: `jane.doe@${its.toLowerCase()}.example`, additional: { company: its } }
        const { id } = await ask<{ id: string }>(service, organization, 'POST', '/v1/prospects', body)
        prospects[organization] = id
        await untilStatus(service, organization, `/v1/prospects/${id}`, 'enriched')
      }
      model.hang()
    },
    async enqueue(service) {
      await ask(service, 'acme', 'POST', '/v1/content', create('acme'))
    },
    async sample(service) {
      const { id } = await ask<{ id: string }>(service, 'other', 'POST', '/v1/content', create('other'))
      await untilStatus(service, 'other', `/v1/content/${id}`, 'completed')
    },
    async [Symbol.asyncDispose]() {
      await model[Symbol.asyncDispose]()
      await rm(TEMPLATES_DIR, { recursive: true })
    },
  }
}
