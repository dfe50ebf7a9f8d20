import { expect, test } from 'vitest'
import type { Campaign } from '../../../service/campaigns/campaign.ts'
import { batchOf, click, send, view } from '../events/batch.ts'
import { freshEmail, withApi } from '../http/support.ts'
import { inviteAll, patternOf, peopleOf } from './support.ts'

/** A template whose goal is one of its two items. */
const yaml = (goal: 'hero' | 'cta') => `page: https://www.example.com/launch
languages: [en]
content:
  - { selector: h1, type: text, payload: "Before the goal was ${goal}" }
analytics:
  - { id: hero, selector: "#hero", type: view${goal === 'hero' ? ', goal: true' : ''} }
  - { id: cta, selector: .cta, type: click${goal === 'cta' ? ', goal: true' : ''} }
`

withApi((api) => {
  const template = 'moved-goal'
  const store = (goal: Parameters<typeof yaml>[0]) =>
    api().request('PUT', `/v1/templates/${template}`, { body: { yaml: yaml(goal) } })

  test('when another item becomes the goal, and the pages are made anew, the campaign counts who reached that one', async () => {
    await store('hero')
    const [jane, bo, ann] = [freshEmail(), freshEmail(), freshEmail()]
    const { id } = await inviteAll(api(), `E-mail\n${jane}\n${bo}\n${ann}\n`, { template })
    const [ofJane, ofBo] = (await peopleOf(api(), id)).map(({ link }) => ({ pattern: patternOf(link) }))
    await send(
      api(),
      batchOf(ofJane ?? expect.fail(), { input: true, last: 1, events: [view(1)] }),
      batchOf(ofBo ?? expect.fail(), { input: true, last: 2, events: [view(1), click(2)] }),
    )
    const reached = async () => {
      const { body } = await api().request<Campaign>('GET', `/v1/campaigns/${id}`)
      const people = (await peopleOf(api(), id)).filter((person) => person.reached)
      expect(people).toHaveLength(body.reached)
      return [body.came, ...people.map(({ email }) => email)]
    }
    expect(await reached()).toEqual([2, jane, bo])

    await store('cta')
    await api().request('POST', `/v1/campaigns/${id}/regenerate`)
    await expect.poll(reached).toEqual([2, bo])
  })
})
