import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { limitRate } from '../../../service/access/rate-limit.ts'

/** Asks as a token; gives the headers that it is told. */
async function ask(check: ReturnType<typeof limitRate>, root: string): Promise<Record<string, string>> {
  const told: Record<string, string> = {}
  const request = { owner: { root, organization: 'acme', user: 'ada' } } as FastifyRequest
  const reply = { headers: (more: object) => Object.assign(told, more) } as unknown as FastifyReply
  await check(request, reply)
  return told
}

test('a minute after the first request the token has all of them again', async () => {
  let now = 5000
  const check = limitRate(2, () => now)
  expect(await ask(check, 'a')).toMatchObject({ 'RateLimit-Remaining': '1', 'RateLimit-Reset': '60' })
  now += 59_500
  expect(await ask(check, 'a')).toMatchObject({ 'RateLimit-Remaining': '0', 'RateLimit-Reset': '1' })
  await expect(ask(check, 'a')).rejects.toMatchObject({ code: 42900, headers: { 'Retry-After': '1' } })
  now += 500
  expect(await ask(check, 'a')).toMatchObject({ 'RateLimit-Remaining': '1', 'RateLimit-Reset': '60' })
})

test('a limit of 0 is none, and says nothing', async () => {
  const check = limitRate(0)
  for (let i = 0; i < 1000; i++) expect(await ask(check, 'a')).toEqual({})
})

test('tokens that went quiet are forgotten', async () => {
  let now = 0
  const check = limitRate(1, () => now)
  for (let i = 0; i < 3000; i++) await ask(check, `token ${i}`)
  now += 60_000
  expect(await ask(check, 'token 5')).toMatchObject({ 'RateLimit-Remaining': '0' })
})
