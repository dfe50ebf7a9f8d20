import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { createAccessCheck, requireAccess } from '../../../service/access/access.ts'
import { hashOf, issue } from '../../../service/access/sql.ts'
import { addLimits } from '../../../service/base/http/plugins/limits.ts'
import { startLocal } from '../events/records.ts'

test('what is still being sent ends with its credential: revoked, expired, or of another role', async () => {
  await using service = await startLocal()
  const { db } = service.service
  const app = Fastify({ forceCloseConnections: true })
  const limits = await addLimits(app, 0)
  requireAccess(app, createAccessCheck({ db, ...limits, publicUrl: () => '', checkMs: 20 }))
  // Ends by itself only if somebody asks for that.
  app.get('/export', { config: { role: 'editor' } }, (_request, reply) => {
    reply.hijack()
    reply.raw.write('visit\n')
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => app.close())

  const open = new Map<string, Promise<string>>()
  for (const secret of ['revoked', 'expired', 'demoted', 'valid']) {
    await issue(db, { organization: 'acme', user: 'eve', role: 'editor', kind: 'token', secret })
    const { body } = await fetch(`${url}/export`, { headers: { authorization: `Bearer ${secret}` } })
    const ended = (async () => {
      for await (const _ of body ?? []);
      return 'complete'
    })()
    open.set(
      secret,
      ended.catch(() => 'cut off'),
    )
  }
  const change = (secret: string) => db.updateTable('credential').where('hash', '=', hashOf(secret))
  await change('revoked').set({ ended_at: new Date() }).execute()
  await change('expired').set({ expires_at: new Date() }).execute()
  await change('demoted').set({ role: 'viewer' }).execute()
  for (const secret of ['revoked', 'expired', 'demoted']) expect(await open.get(secret)).toBe('cut off')
  expect(await Promise.race([open.get('valid'), 'open'])).toBe('open')
})
