import type { FastifyInstance, FastifyReply } from 'fastify'
import { serve } from '../base/http/schemas/operation.ts'
import { parseEmail, readDomain } from '../base/words/addresses.ts'
import { readAdditional, storable } from '../base/words/prospect.ts'
import { fromRequest } from './facts.ts'
import { readProspectList } from './list-sql.ts'
import { prospectOperations } from './operations.ts'
import type { Prospects } from './prospects.ts'
import type { WantedRole } from './rank-people.ts'
import type { ProspectRow } from './sql.ts'

/** Registers the routes of prospects. */
export function prospectRoutes(app: FastifyInstance, { prospects }: { prospects: Prospects }): void {
  serve(app, prospectOperations.createProspect, async (request, reply) => {
    const { email, key: emailKey } = parseEmail(request.body.email)
    const additional = readAdditional(request.bodyText)
    const { test = false } = request.body
    const row = await prospects.create(
      { organization: request.owner.organization, test },
      { email, emailKey, said: { source: fromRequest, additional } },
      (trx, made) => request.remember(trx, prospectJson(made), made.id),
    )
    return sendJson(reply, prospectJson(row))
  })

  serve(app, prospectOperations.searchProspect, async (request, reply) => {
    const { domain, role, titles } = request.body
    const search = {
      domain: readDomain(domain),
      role: role && storableRole(role),
      titles: titles?.map(storable),
      additional: readAdditional(request.bodyText),
    }
    const row = await prospects.search(request.owner.organization, search, (trx, found) =>
      request.remember(trx, prospectJson(found), found.id),
    )
    return sendJson(reply, prospectJson(row))
  })

  serve(app, prospectOperations.listProspects, async (request, reply) => {
    const query = readProspectList(request.query)
    const { rows, next } = await prospects.list(request.owner.organization, query)
    const more = next === undefined ? '' : `,"next":${JSON.stringify(next)}`
    return sendJson(reply, `{"prospects":[${rows.map(prospectJson).join(',')}]${more}}`)
  })

  serve(app, prospectOperations.getSources, async (request) => ({
    sources: await prospects.sources(request.owner.organization, request.params.id),
  }))

  serve(app, prospectOperations.getProspect, async (request, reply) => {
    const row = await prospects.get(request.owner.organization, request.params.id)
    return sendJson(reply, `[${prospectJson(row)}]`)
  })
}

/** Other keys of a role are ignored. */
function storableRole({ title, department, seniority }: WantedRole): WantedRole {
  const texts = Object.entries({ title, department, seniority })
  return Object.fromEntries(texts.map(([key, text]) => [key, text && storable(text)]))
}

/** A prospect as JSON text, the known fields of the specification: `additional` is returned exactly as it was sent. */
function prospectJson(row: ProspectRow): string {
  const { created_at: createdAt, updated_at: updatedAt } = row
  const { id, status, email, additional, linkedin, name, company, role, industry, domain, profile } = row
  const facts = { linkedin, name, company, role, industry, domain, profile }
  const members = Object.entries({ id, status, email, additional, ...facts, createdAt, updatedAt })
    .filter(([, value]) => value !== null)
    .map(([key, value]) => `"${key}":${key === 'additional' ? value : JSON.stringify(value)}`)
  return `{${members.join(',')}}`
}

/** Sends JSON text unchanged. */
function sendJson(reply: FastifyReply, json: string): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(json)
}
