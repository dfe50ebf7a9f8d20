import { beforeAll, describe, expect, test } from 'vitest'
import type { Campaign, CampaignPerson } from '../../../service/campaigns/campaign.ts'
import { expectError, withApi } from '../http/support.ts'
import { createCampaign, inviteAll, patternOf, peopleOf } from './support.ts'

withApi((api) => {
  /** All rows of a list, two at a time. */
  async function all<Row>(path: string, of: string): Promise<Row[]> {
    const rows: Row[] = []
    let cursor: string | undefined
    do {
      const asked = `${path}&limit=2${cursor ? `&cursor=${cursor}` : ''}`
      const { status, body } = await api().request<Record<string, unknown>>('GET', asked, {
        token: api().otherToken,
      })
      expect(status).toBe(200)
      rows.push(...(body[of] as Row[]))
      cursor = body.next as string | undefined
    } while (cursor)
    return rows
  }

  describe('a list that is sorted, page by page', () => {
    let campaign: Campaign
    const other = () => ({
      ...api(),
      request: ((method, path, options) =>
        api().request(method, path, { token: api().otherToken, ...options })) as ReturnType<
        typeof api
      >['request'],
    })

    beforeAll(async () => {
      const list = [
        'email,name',
        'sort1@sort.example,Zoe',
        'sort2@sort.example,adam',
        'sort3@sort.example,Mia',
        'sort4@sort.example,Adam',
      ]
      campaign = await inviteAll(other(), list.join('\n'), { name: 'Zebra' })
      for (const name of ['alpha', 'Beta', 'Alpha']) await createCampaign(other(), { name })
      const people = await peopleOf(other(), campaign.id)
      await visit(patternOf(people[2]?.link), 'first')
      await visit(patternOf(people[2]?.link), 'second')
      await visit(patternOf(people[0]?.link), 'third')
    })

    async function visit(pattern: string, name: string): Promise<void> {
      const event = { seq: 1, item: 'headline', type: 'view', at: 1300 }
      await api().request('POST', '/e', {
        token: '',
        body: JSON.stringify({
          v: 1,
          pattern,
          visit: name.padEnd(22, 'A'),
          sent: 9000,
          last: 1,
          events: [event],
        }),
        headers: { 'content-type': 'text/plain', 'user-agent': 'Mozilla/5.0 (X11; Linux x64) Firefox/153.0' },
      })
    }

    test('campaigns by name, whatever its case, and by when they were made', async () => {
      // The service may have campaigns of other tests.
      const isOwn = (name: string) => ['alpha', 'beta', 'zebra'].includes(name)
      const names = async (sort: string) =>
        (await all<Campaign>(`/v1/campaigns?sort=${sort}`, 'campaigns'))
          .map(({ name }) => name.toLowerCase())
          .filter(isOwn)
      expect(await names('name')).toEqual(['alpha', 'alpha', 'beta', 'zebra'])
      expect(await names('-name')).toEqual(['zebra', 'beta', 'alpha', 'alpha'])
      expect(await names('created')).toEqual((await names('-created')).reverse())
      expectError(await api().request('GET', '/v1/campaigns?sort=people'), 40001)
    })

    test('people of a campaign by visits, by the last one, and by their place in the list', async () => {
      const names = async (sort: string) => {
        const rows = await all<CampaignPerson>(`/v1/campaigns/${campaign.id}/people?sort=${sort}`, 'people')
        return rows.map(({ name }) => name)
      }
      expect(await names('-visits')).toEqual(['Mia', 'Zoe', 'Adam', 'adam'])
      expect(await names('visits')).toEqual(['adam', 'Adam', 'Zoe', 'Mia'])
      expect((await names('-lastVisit')).slice(0, 2)).toEqual(['Zoe', 'Mia'])
      expect(await names('-line')).toEqual(['Adam', 'Mia', 'adam', 'Zoe'])
      expectError(await other().request('GET', `/v1/campaigns/${campaign.id}/people?sort=name`), 40001)
    })
  })
})
