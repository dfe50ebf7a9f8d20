import type { FastifyInstance } from 'fastify'
import { readAdditional } from '../api/additional.ts'
import { companyDomain } from '../api/domain.ts'
import { parseEmail } from '../api/email.ts'
import { isId } from '../api/id.ts'
import { operations } from '../api/operations.ts'
import { prospectJson } from '../api/represent.ts'
import type { NewProspectBody, SearchBody } from '../api/schemas.ts'
import { searchProspect } from '../enrichment/search.ts'
import { ApiError } from '../errors.ts'
import { sendJson } from '../plugins/send-json.ts'
import type { Service } from '../service.ts'
import { storable } from '../store/additional.ts'
import { createOrMergeProspect, getProspect } from '../store/prospects.ts'

/** `POST /prospects`, `POST /prospects/search`, `GET /prospects/{id}`. */
export function prospectRoutes(app: FastifyInstance, service: Service): void {
  const { db } = service

  app.post<{ Body: NewProspectBody }>('/prospects', operations.createProspect, async (request, reply) => {
    const { organization } = request.owner
    const { email, key } = parseEmail(request.body.email)
    const additional = readAdditional(request.bodyText)
    const { test = false } = request.body
    const prospect = { email, emailKey: key, additional, test }
    const answer = await db.transaction().execute(async (trx) => {
      const json = prospectJson(await createOrMergeProspect(trx, organization, prospect))
      await request.remember(trx, json)
      return json
    })
    service.wakeWorkers()
    return sendJson(reply, answer)
  })

  app.post<{ Body: SearchBody }>('/prospects/search', operations.searchProspect, async (request, reply) => {
    const { domain, role, titles } = request.body
    const row = await searchProspect(service, request.owner.organization, {
      domain: companyDomain(domain),
      role: role && storableRole(role),
      titles: titles?.map(storable),
      additional: readAdditional(request.bodyText),
    })
    const answer = prospectJson(row)
    await request.remember(db, answer)
    return sendJson(reply, answer)
  })

  app.get<{ Params: { id: string } }>('/prospects/:id', operations.getProspect, async (request, reply) => {
    const { id } = request.params
    const row = isId(id) ? await getProspect(db, request.owner.organization, id) : undefined
    if (!row) throw new ApiError(40400, 'No prospect has this id.')
    return sendJson(reply, `[${prospectJson(row)}]`)
  })
}

/** Other keys of a role are ignored. */
function storableRole({ title, department, seniority }: NonNullable<SearchBody['role']>) {
  return {
    ...(title !== undefined && { title: storable(title) }),
    ...(department !== undefined && { department: storable(department) }),
    ...(seniority !== undefined && { seniority: storable(seniority) }),
  }
}
