import { show, showSpread } from '../report/numbers.ts'
import type { PartOptions, PartResult } from '../report/row.ts'
import { measureJudgement } from './judgement.ts'
import { measureNews } from './news.ts'

/** Measures how soon a webhook is told of a person, and what it costs the collector to tell people from machines. */
export async function measure({ isQuick, runs }: PartOptions): Promise<PartResult> {
  const visits = isQuick ? 8 : 40
  console.error(`bench: people, ${visits} visits`)
  const news = await measureNews(visits)
  console.error('bench: people, the collector with and without the judgement')
  const times = isQuick
    ? { rounds: 1, warmUpMs: 3000, measureMs: 3000 }
    : { rounds: 3, warmUpMs: 8000, measureMs: 700 * runs }
  const judgement = await measureJudgement(times)
  const rates = (way: 'judged' | 'unjudged') =>
    Object.fromEntries(judgement.map((one) => [one.database, showSpread(one[way], 'events/s')]))
  const shares = judgement.map(({ database, judged, unjudged }) => [
    database,
    `${show((judged.median / unjudged.median) * 100)} %`,
  ])
  return {
    rows: [
      {
        what: `first sign of a person in the page → webhook \`visit.started\` arrives, ${visits} visits`,
        toReach: '≤ 2,000 ms',
        figures: Object.fromEntries(news.map(({ database, ms }) => [database, showSpread(ms, 'ms')])),
      },
      {
        what: 'events stored, 32 clients × 3 events, visits first without input, then with it',
        toReach: '',
        figures: rates('judged'),
      },
      { what: 'the same without the judgement of visits', toReach: '', figures: rates('unjudged') },
      { what: 'with ÷ without', toReach: '', figures: Object.fromEntries(shares) },
    ],
    measured: { news, judgement },
    notes: [
      'News: Chromium opens one link after the other. The sign is in turn a move of the mouse, its wheel, a touch and a key, once the visit is known; the time runs from that event in the page until the webhook’s request is there. One second of it is waited on purpose: see [lift.md](lift.md#people-not-machines).',
      'Judgement: the service runs from its source, with and without, in turns, each time on a new database. Without it every visit counts as a person’s at once; no networks are remembered and no clicks compared. With it each visit is first unsure, and its second batch makes it a person’s, which reads what it had so far.',
    ],
  }
}
