import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { readConfig } from '../../../service/config.ts'
import { securityTxtRoute } from '../../../service/pages/routes.ts'

async function ask(contact: string | undefined) {
  const app = Fastify()
  securityTxtRoute(app, { contact, publicUrl: () => 'https://motif.example' })
  return app.inject('/.well-known/security.txt')
}

test('security.txt names the contact, and ends within a year', async () => {
  const { SECURITY_CONTACT } = { SECURITY_CONTACT: 'security@acme.example' }
  const { statusCode, headers, body } = await ask(readConfig({ SECURITY_CONTACT }).securityContact)
  expect(statusCode).toBe(200)
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(body).toContain('Contact: mailto:security@acme.example\n')
  expect(body).toContain('Canonical: https://motif.example/.well-known/security.txt\n')
  const days = (Date.parse(/^Expires: (.*Z)$/m.exec(body)?.[1] ?? '') - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(360)
  expect(days).toBeLessThan(365)
})

test('without a contact there is none', async () => {
  expect((await ask(readConfig({}).securityContact)).statusCode).toBe(404)
})

test.each(['acme', 'http://acme.example', 'a@b\nExpires: never'])('the contact may not be %j', (given) => {
  expect(() => readConfig({ SECURITY_CONTACT: given })).toThrow('SECURITY_CONTACT: must be')
})
