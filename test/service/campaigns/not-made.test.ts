import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createLog } from '../../../service/base/log.ts'
import type { Campaign, CampaignPerson, ListTally } from '../../../service/campaigns/campaign.ts'
import { readConfig } from '../../../service/config.ts'
import { createMotif } from '../../../service/motif.ts'
import { forADatabase } from '../../support/databases.ts'

const token = 'a-token-of-acme-for-tests'

forADatabase((database) => {
  test('whoever could not be prepared is prepared when the same list is sent again', async () => {
    const config = readConfig({
      ...(await database.create()),
      MOTIF_TOKENS: `acme/ada=${token}`,
      TEMPLATES_DIR: 'test/fixtures/templates',
      ENRICH: 'email',
      PORT: '0',
    })
    const motif = await createMotif(config, createLog('silent'))
    const [url, { db }] = [await motif.listen(), motif.store]
    await motif.work()
    const ask = async <Body>(method: string, path: string, body?: string, type = 'application/json') => {
      const headers = {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': type }),
      }
      const answer = await fetch(`${url}/v1/campaigns${path}`, {
        method,
        headers,
        ...(body !== undefined && { body }),
      })
      return (await answer.json()) as Body
    }
    const wanted = JSON.stringify({ name: 'Spring', template: 'launch', language: 'en' })
    const { id } = await ask<Campaign>('POST', '', wanted)
    const send = () =>
      ask<ListTally>('POST', `/${id}/people`, 'E-mail\njane@acme.example\nbo@acme.example\n', 'text/csv')
    const problems = async () =>
      (await ask<{ people: CampaignPerson[] }>('GET', `/${id}/people`)).people.map(({ problem }) => problem)
    try {
      // Something is wrong with one person, for longer than the job tries.
      await sql`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no'; END $$`.execute(
        db,
      )
      await sql`
        CREATE TRIGGER refuse BEFORE INSERT ON prospect FOR EACH ROW WHEN (NEW.email = 'jane@acme.example')
        EXECUTE FUNCTION refuse()`.execute(db)
      await send()
      await expect
        .poll(async () => {
          await sql`UPDATE job SET attempt = 25, run_at = now() WHERE kind = 'campaign' AND lease IS NULL`.execute(
            db,
          )
          return problems()
        })
        .toEqual([expect.stringMatching(/^could not be prepared/), undefined])
      await sql`DROP TRIGGER refuse ON prospect`.execute(db)

      expect(await send()).toMatchObject({ people: 2, changed: 1, same: 1 })
      await expect.poll(() => ask('GET', `/${id}`)).toMatchObject({ people: 2, completed: 2 })
      expect(await problems()).toEqual([undefined, undefined])
    } finally {
      await motif.stop()
    }
  })
})
