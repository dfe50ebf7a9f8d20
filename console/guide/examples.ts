import type { Day, Summary } from '../api/results.ts'
import type { RecordItems } from '../api/words.ts'

const dayMs = 86_400_000
/** The time so many days ago, in ISO 8601. */
export const ago = (days: number) => new Date(Date.now() - days * dayMs).toISOString()

/** Days up to today, with figures that go up and down. */
export function daysOf(many: number): Day[] {
  return Array.from({ length: many }, (_, at) => ({
    day: ago(many - 1 - at).slice(0, 10),
    visits: 3 + ((at * 7) % 11),
    views: 5 + ((at * 5) % 13),
    clicks: (at * 3) % 5,
    ms: 40_000 * (at % 9),
  }))
}

const reported = { applied: 0, missing: 0, refused: 0, contested: 0 }
/** Results with every kind of item. */
export const some: Summary = {
  visits: 132,
  machines: 31,
  unsure: 2,
  lost: 1,
  items: [
    { id: 'headline', type: 'view', visits: 120, events: 140, ms: 0, medianMs: 0, selector: 'h1' },
    {
      id: 'price-list',
      type: 'duration',
      visits: 80,
      events: 95,
      ms: 2_683_000,
      medianMs: 21_000,
      selector: '#p',
    },
    {
      id: 'reserve',
      name: 'Reserve',
      type: 'click',
      visits: 12,
      events: 13,
      ms: 0,
      medianMs: 0,
      selector: '#r',
    },
  ],
  report: [
    { ...reported, index: 0, selector: 'h1', type: 'text', applied: 132 },
    { ...reported, index: 1, selector: '#logo', type: 'src', applied: 120, refused: 12 },
    { ...reported, index: 2, selector: '#quote', type: 'html', missing: 132 },
    { ...reported, index: 3, selector: '#book', type: 'href', applied: 130, contested: 2 },
    { ...reported, index: 4, selector: '#new', type: 'text' },
  ],
  days: daysOf(30),
}

/** A row of the lists that are shown. */
export interface ShownPerson {
  name: string
  company: string
  visits: number
  at: string
}

/** Short and very long names. */
export const people: ShownPerson[] = [
  { name: 'Anna Berg', company: 'North Wind', visits: 3, at: ago(0) },
  {
    name: 'Maximiliane-Friederike von Hohenlohe-Schillingsfürst',
    company: 'Donaudampfschifffahrtsgesellschaft für Binnenlogistik mbH & Co',
    visits: 12_345,
    at: ago(1),
  },
  {
    name: 'maximiliane_friederike17@verwaltungsgesellschaft17.example',
    company: '–',
    visits: 0,
    at: ago(90),
  },
]

const item = { selector: 'h1', type: 'text' } as const
/** The words of one record, of which one is changed and one is empty. */
export const wordsOfAnna: RecordItems = {
  items: [
    { ...item, index: 0, name: 'Headline', payload: 'North Wind, meet Launch' },
    {
      ...item,
      index: 1,
      name: 'Quote',
      payload: 'As we said in Hannover',
      changedBy: 'ada',
      changedAt: ago(1),
    },
    { ...item, index: 2, name: 'Offer', payload: '' },
  ],
  fingerprint: 'wordsOfAnna',
  changes: [
    { ...item, index: 1, name: 'Quote', payload: 'As we said in Hannover', user: 'ada', changedAt: ago(1) },
  ],
}
