import { describe, expect } from 'vitest'
import type { AnalyticsItem } from '../../wire/record.ts'
import { test } from '../support/events-visit.ts'

const view = (...ids: string[]): AnalyticsItem[] =>
  ids.map((id) => ({ id, selector: `#${id}`, type: 'view' }))

describe('a view', () => {
  test('is counted of half of an element, and of 30 % of a large one', async ({ open }) => {
    const visit = await open({ page: 'halves', analytics: view('half', 'less', 'large') })
    await visit.advance(1500)
    const told = await visit.told()
    expect(told.map(({ item }) => item)).toEqual(['half', 'large'])
  })
})
