import { createCheck, type OpenapiDocument } from '../../../support/openapi.ts'
import type { Service } from '../../../support/service.ts'
import { createRandom } from './random.ts'
import { type FuzzMaterial, type FuzzRequest, nextRequest } from './requests.ts'

export interface FuzzOptions {
  requests: number
  /** Names the run: the same seed makes the same requests, but for the ids that are given out. */
  seed: number
  onProgress?: (done: number) => void
}

const sentAtOnce = 8
const keptIds = 500

/**
 * Sends random requests made from the service's own OpenAPI document. Throws at the first answer that is a 5xx or not
 * what the document says. Gives how often each status came.
 */
export async function fuzz(
  api: Service,
  { requests, seed, onProgress }: FuzzOptions,
): Promise<Map<number, number>> {
  const random = createRandom(seed)
  const document = (await (await fetch(`${api.url}/v1/openapi.json`)).json()) as OpenapiDocument
  const material: FuzzMaterial = { document, tokens: [api.token, api.otherToken], ids: [] }
  const check = createCheck(document)
  const statuses = new Map<number, number>()
  let sent = 0

  async function sendOne(request: FuzzRequest): Promise<void> {
    const answer = await fetch(`${api.url}${request.path}`, request)
    // A stream has no end: it is let go once it has begun.
    if (answer.headers.get('content-type')?.startsWith('text/event-stream')) {
      await answer.body?.cancel()
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
      return
    }
    const text = await answer.text()
    if (answer.status >= 500) throw new Error(`${answer.status} ${text}`)
    check(request.method, request.path, answer, text)
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
    if (request.method === 'POST' && answer.status === 200) keepId(material.ids, text)
  }

  async function sendUntilDone(): Promise<void> {
    while (sent < requests) {
      const number = ++sent
      const request = nextRequest(material, random)
      await sendOne(request).catch((error: Error) => {
        throw new Error(`seed ${seed}, request ${JSON.stringify(request).slice(0, 2000)}: ${error.message}`)
      })
      if (number % 1000 === 0) onProgress?.(number)
    }
  }

  await Promise.all(Array.from({ length: sentAtOnce }, sendUntilDone))
  return statuses
}

function keepId(ids: string[], text: string): void {
  const { id } = JSON.parse(text) as { id: string }
  ids.push(id)
  if (ids.length > keptIds) ids.shift()
}
