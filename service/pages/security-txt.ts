import type { FastifyInstance } from 'fastify'

const yearMs = 365 * 24 * 60 * 60 * 1000

/** Registers `GET /.well-known/security.txt` (RFC 9116): whom to tell of a vulnerability. Without a contact there is none. */
export function securityTxtRoute(
  app: FastifyInstance,
  { contact, publicUrl }: { contact: string | undefined; publicUrl: () => string },
): void {
  if (contact === undefined) return
  const path = '/.well-known/security.txt'
  app.get(path, async (_request, reply) => {
    // RFC 9116, section 2.5.5, wants less than a year: what is read there is looked after.
    const expires = new Date(Date.now() + yearMs - 24 * 60 * 60 * 1000)
    expires.setUTCHours(0, 0, 0, 0)
    const lines = [
      `Contact: ${contact}`,
      `Expires: ${expires.toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${publicUrl()}${path}`,
    ]
    return reply
      .header('Cache-Control', 'public, max-age=86400')
      .type('text/plain; charset=utf-8')
      .send(lines.map((line) => `${line}\n`).join(''))
  })
}
