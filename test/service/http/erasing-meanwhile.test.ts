import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import type { CampaignPerson } from '../../../service/campaigns/campaign.ts'
import { forEachDatabase } from '../../support/databases.ts'
import { startLocalServer } from '../../support/local-server.ts'
import { motif } from '../../support/motif.ts'
import { ownService } from '../../support/own-service.ts'
import { transactionOf } from '../../support/transaction-of.ts'
import {
  createCampaign,
  inviteAll,
  patternOf,
  peopleOf,
  sendList,
  untilCompleted,
} from '../campaigns/support.ts'
import { rowsWith } from './stored.ts'
import { createCompleted, createProspect, type Prospect, visitBatch } from './support.ts'

forEachDatabase((database) => {
  const own = ownService(database)

  test.runIf(database.name === 'PostgreSQL')(
    'whom a campaign makes of a list while their address is erased is erased, too',
    async () => {
      await using others = await transactionOf(own.environment)
      await others.query(`SELECT pg_advisory_xact_lock(hashtextextended('campaign steps of acme', 0))`)
      const email = 'made-meanwhile@step.example'
      const erasing = motif(['erase', email, '--organization', 'acme'], own.environment)
      await others.untilWaiting(1)
      await createProspect(own.api, { email })
      await others.query('COMMIT')
      expect(await erasing).toMatchObject({ code: 0, stdout: expect.stringContaining('"prospects":1') })
      expect(await rowsWith(own.environment, 'made-meanwhile')).toEqual([])
    },
  )

  test.runIf(database.name === 'PostgreSQL')(
    'while many people are erased at once, others have connections to the database',
    async () => {
      const emails = Array.from({ length: 30 }, (_, at) => `one-of-many-${at}@multitude.example`)
      const people = await Promise.all(emails.map((email) => createProspect(own.api, { email })))
      await using others = await transactionOf(own.environment)
      await others.query(`SELECT pg_advisory_xact_lock(hashtextextended('campaign steps of acme', 0))`)
      const erasings = people.map(({ id }) => own.api.request('DELETE', `/v1/prospects/${id}`))
      await others.untilWaiting(1)
      for (let at = 0; at < 20; at++)
        expect((await own.api.request('GET', '/v1/prospects', { token: own.api.otherToken })).status).toBe(
          200,
        )
      await others.query('COMMIT')
      expect(new Set((await Promise.all(erasings)).map(({ status }) => status))).toEqual(new Set([200]))
      expect(await rowsWith(own.environment, 'one-of-many')).toEqual([])
    },
  )

  test.runIf(database.name === 'PostgreSQL')(
    'whoever another list named without an address is erased also while the line with the address waits',
    async () => {
      await inviteAll(own.api, 'Name,Website\nOttoline Verdigris,copper.example\n')
      const next = await createCampaign(own.api)
      await using others = await transactionOf(own.environment)
      await others.query(`SELECT pg_advisory_xact_lock(hashtextextended('campaign steps of acme', 0))`)
      const email = 'ottoline@copper.example'
      const erasing = motif(['erase', email, '--organization', 'acme'], own.environment)
      await others.untilWaiting(1)
      expect((await sendList(own.api, next.id, `email,name\n${email},Ottoline Verdigris\n`)).status).toBe(202)
      await others.untilWaiting(2)
      await others.query('COMMIT')
      expect(await erasing).toMatchObject({ code: 0, stdout: expect.stringContaining('"prospects":1') })
      await expect.poll(() => rowsWith(own.environment, 'ttoline', 'erdigris')).toEqual([])
    },
  )

  test.runIf(database.name === 'PostgreSQL')(
    'who is erased is not made again by a campaign that was about to make them',
    async () => {
      const list = 'email,name\nzadie@quartz.example,Zadie Quartz\n'
      await inviteAll(own.api, list)
      const found = await own.api.request<{ prospects: Prospect[] }>('GET', '/v1/prospects?search=zadie')
      const id = found.body.prospects[0]?.id
      const next = await createCampaign(own.api)
      await using others = await transactionOf(own.environment)
      await others.query(`SELECT pg_advisory_xact_lock(hashtextextended('campaign steps of acme', 0))`)
      const erasing = own.api.request('DELETE', `/v1/prospects/${id}`)
      await others.untilWaiting(1)
      expect((await sendList(own.api, next.id, list)).status).toBe(202)
      await others.untilWaiting(2)
      await others.query('COMMIT')
      expect((await erasing).status).toBe(200)
      await expect
        .poll(async () => (await own.api.request('GET', `/v1/campaigns/${next.id}`)).body)
        .toMatchObject({ people: 0 })
      await expect.poll(() => rowsWith(own.environment, 'zadie', 'Zadie', 'quartz')).toEqual([])
    },
  )

  test.runIf(database.name === 'PostgreSQL')(
    'what an earlier list said of who is erased does not come back by a list that is read meanwhile',
    async () => {
      const { id } = await inviteAll(
        own.api,
        'email,name,note\nquilla@vellum.example,Quilla Vellum,said before\n',
      )
      const before = patternOf((await peopleOf(own.api, id)).find(({ link }) => link)?.link)
      const found = await own.api.request<{ prospects: Prospect[] }>('GET', '/v1/prospects?search=quilla')
      await using others = await transactionOf(own.environment)
      await others.query(`SELECT FROM place WHERE campaign = '${id}' FOR UPDATE`)
      const erasing = own.api.request('DELETE', `/v1/prospects/${found.body.prospects[0]?.id}`)
      await others.untilWaiting(1)
      const importing = sendList(own.api, id, 'email,role\nquilla@vellum.example,Scribe\n')
      await others.untilWaiting(2)
      await others.query('COMMIT')
      expect((await erasing).status).toBe(200)
      const imported = await importing
      expect(await rowsWith(own.environment, 'said before', before)).toEqual([])
      // Whoever is invited again afterwards is somebody new.
      expect(imported.body).toMatchObject({ people: 1, new: 1 })
    },
  )

  test('whatever goes on while a person is erased, nobody gets an error of the service and nothing is left', async () => {
    const email = 'racer@hurry.example'
    const started = await createProspect(own.api, { email })
    const seen = await createCompleted(own.api, { prospect: started.id })
    const statuses: number[] = []
    const ask = async (method: string, path: string, options: object = {}) => {
      const answer = await own.api.request<{ id?: string }>(method, path, options)
      statuses.push(answer.status)
      return answer.body?.id
    }
    let prospect: string = started.id
    await Promise.all(
      Array.from({ length: 12 }, async (_, at) => {
        const headers = { 'idempotency-key': `hurry-${at}` }
        const made = ask('POST', '/v1/prospects', { body: { email, additional: { at } }, headers })
        await Promise.all([
          made,
          ask('POST', '/v1/prospects/search', { body: { domain: 'hurry.example' }, headers }),
          ask('POST', '/v1/content', { body: { prospect, template: 'launch', language: 'en' } }),
          ask('POST', '/e', { token: '', body: visitBatch(seen.pattern, `hurry${at}`) }),
          ask('DELETE', `/v1/prospects/${prospect}`),
        ])
        prospect = (await made) ?? prospect
      }),
    )
    expect(statuses.filter((status) => status >= 500)).toEqual([])
    await motif(['erase', email, '--organization', 'acme'], own.environment)
    for (const { id, domain } of await found('hurry.example')) {
      expect(domain).toBe('hurry.example')
      await ask('DELETE', `/v1/prospects/${id}`)
    }
    await expect
      .poll(() => rowsWith(own.environment, 'racer', 'hurry', 'Racer', 'Hurry', seen.pattern))
      .toEqual([])
  })

  // The embedded database has one connection, on which nothing happens at the same time.
  test.runIf(database.name === 'PostgreSQL')(
    'people are erased while their campaigns are imported, made again, visited, told of and searched',
    async () => {
      await using receiver = await startLocalServer((_request, response) => response.writeHead(204).end())
      const webhook = { url: receiver.url, events: ['visit.started', 'content.completed'] }
      await own.api.request('POST', '/v1/webhooks', { body: webhook })
      const statuses: number[] = []
      const ask = async <Body>(method: string, path: string, options: object = {}) => {
        const answer = await own.api.request<Body>(method, path, options)
        statuses.push(answer.status)
        return answer.body
      }
      // Each person has a record in both.
      const campaigns = [await createCampaign(own.api), await createCampaign(own.api)].map(
        ({ id }) => `/v1/campaigns/${id}`,
      )
      const patterns = new Set<string>()
      const left = async () => {
        const asked = campaigns.map((path) =>
          ask<{ people: CampaignPerson[] }>('GET', `${path}/people?limit=100`),
        )
        const people = (await Promise.all(asked)).flatMap((answer) => answer.people)
        for (const { link } of people) patterns.add(patternOf(link))
        return people
      }
      const importPart = async (path: string, part: string) => {
        const lines = Array.from(
          { length: 16 },
          (_, at) => `crowd${part}${at}@throng.example,Crowd Throng${at}`,
        )
        const headers = { 'content-type': 'text/csv' }
        await ask('POST', `${path}/people`, { headers, body: ['email,name', ...lines].join('\n') })
      }
      for (const path of campaigns) {
        await importPart(path, 'a')
        await importPart(path, 'b')
        await untilCompleted(own.api, path.split('/').at(-1) ?? '')
      }
      let isImporting = true
      const imported = Promise.all(campaigns.map((path) => importPart(path, 'c'))).finally(() => {
        isImporting = false
      })
      let isErasing = true
      onTestFinished(() => {
        isErasing = false
      })
      const meanwhile = async (work: (turn: number) => Promise<unknown>) => {
        for (let turn = 0; isErasing; turn++) await work(turn)
      }
      const visit = async (turn: number) => {
        await left()
        const batches = [...patterns].map((pattern) => visitBatch(pattern, `crowd${turn}`))
        await Promise.all(batches.map((body) => ask('POST', '/e', { token: '', body })))
      }
      const search = (turn: number) => {
        const body = { domain: 'throng.example', titles: [`title ${turn % 3}`] }
        return ask('POST', '/v1/prospects/search', { body })
      }
      const others = [
        meanwhile(visit),
        meanwhile(search),
        meanwhile(() => Promise.all(campaigns.map((path) => ask('POST', `${path}/regenerate`)))),
      ]
      for (
        let people = await left();
        isErasing && (people.length > 0 || isImporting);
        people = await left()
      ) {
        const [content, ...more] = people.flatMap((person) => person.content ?? [])
        const prospects = new Set(people.flatMap(({ prospect }) => prospect ?? []))
        await Promise.all([
          ...[...prospects].slice(0, 6).map((id) => ask('DELETE', `/v1/prospects/${id}`)),
          ask('POST', `/v1/content/${content}/regenerate`),
          ask('DELETE', `/v1/content/${more.at(-1)}`),
        ])
      }
      isErasing = false
      await Promise.all([imported, ...others])
      const found = await ask<{ prospects: Prospect[] }>('GET', '/v1/prospects?domain=throng.example')
      for (const { id } of found.prospects) await ask('DELETE', `/v1/prospects/${id}`)
      expect(statuses.filter((status) => status >= 500)).toEqual([])
      await expect
        .poll(() => rowsWith(own.environment, 'crowd', 'throng', 'Crowd', 'Throng', ...patterns))
        .toEqual([])
      expect(own.api.output()).not.toMatch(/deadlock|violates/)
      expect(await countDeadlocks()).toBe(0)
    },
  )

  /** How often PostgreSQL has ended a transaction because two waited for each other. */
  async function countDeadlocks(): Promise<number> {
    const client = new pg.Client(own.environment.DATABASE_URL)
    await client.connect()
    const { rows } = await client.query(
      'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
    )
    await client.end()
    return Number(rows[0].deadlocks)
  }

  /** What a search answers where nobody is left: the company, which is a prospect as well. */
  async function found(domain: string) {
    const answer = await own.api.request<Prospect & { domain: string }>('POST', '/v1/prospects/search', {
      body: { domain },
    })
    return [answer.body]
  }
})
