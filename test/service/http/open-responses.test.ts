import { connect } from 'node:net'
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { followOpenResponses } from '../../../service/access/open-responses.ts'
import { hashOf, issue } from '../../../service/access/sql.ts'
import type { Owner } from '../../../service/access/tokens.ts'
import { createLog } from '../../../service/base/log.ts'
import { startLocal } from '../events/records.ts'

test('whatever is still being sent ends with its credential: revoked, expired, or of another role', async () => {
  await using service = await startLocal()
  const { db } = service.service
  const app = Fastify({ forceCloseConnections: true })
  const followResponse = followOpenResponses({ db, log: createLog('silent'), checkMs: 20 })
  app.addHook('onRequest', async (request, reply) => {
    request.owner = { hash: hashOf(String(request.headers.authorization)) } as Owner
    followResponse(request, reply)
  })
  // Ends by itself only if somebody asks for that.
  const send = (_request: FastifyRequest, reply: FastifyReply) => {
    reply.hijack()
    reply.raw.write('visit\n')
  }
  app.get('/export', { config: { role: 'editor' } }, send)
  app.get('/of-no-role', send)
  app.get('/made', async () => new Promise((resolve) => waiting.push(resolve)))
  const waiting: ((text: string) => void)[] = []
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  onTestFinished(() => app.close())

  const holder = { organization: 'acme', user: 'eve', role: 'editor' } as const
  for (const secret of ['revoked', 'expired', 'demoted', 'valid'])
    await issue(db, { ...holder, kind: 'token', secret })
  const ask = (path: string, secret: string) => {
    const state = { text: '', isOver: false }
    const socket = connect(Number(port), '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    socket
      .on('error', () => {})
      .on('data', (piece) => {
        state.text += piece
      })
    socket.once('close', () => {
      state.isOver = true
    })
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${secret}\r\n\r\n`)
    return state
  }
  const [revoked, expired, demoted, valid] = ['revoked', 'expired', 'demoted', 'valid'].map((secret) =>
    ask('/export', secret),
  )
  const ofNoRole = ask('/of-no-role', 'revoked')
  const made = ask('/made', 'revoked')
  for (const one of [revoked, expired, demoted, valid, ofNoRole])
    await expect.poll(() => one?.text).toContain('visit')
  await expect.poll(() => waiting.length).toBe(1)

  const change = (secret: string) => db.updateTable('credential').where('hash', '=', hashOf(secret))
  await change('revoked').set({ ended_at: new Date() }).execute()
  await change('expired').set({ expires_at: new Date() }).execute()
  await change('demoted').set({ role: 'viewer' }).execute()
  for (const one of [revoked, expired, demoted, ofNoRole]) await expect.poll(() => one?.isOver).toBe(true)
  expect(valid?.isOver).toBe(false)
  // It was allowed when it began.
  expect(made.isOver).toBe(false)
  waiting[0]?.('done')
  await expect.poll(() => made.text).toContain('done')
})
