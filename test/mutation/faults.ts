// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are texts of sources.

/** A fault that somebody could make, and the tests of its neighbourhood, of which one must fail. */
export interface Fault {
  file: string
  /** Text that the file has once. */
  was: string
  becomes: string
  /** What Vitest is told to run. */
  tests: string[]
}

type Change = readonly [file: string, was: string, becomes: string]

const inChromium = (...names: string[]) => [
  '--project=chromium',
  ...names.map((name) => `test/engines/${name}.test.ts`),
]
const onPages = (...names: string[]) => [
  '--project=browser',
  ...names.map((name) => `test/browser/${name}.test.ts`),
]
const ofService = (...names: string[]) => [
  '--project=service',
  ...names.map((name) => `test/service/${name}`),
]

/** Faults by the tests that should find them. Those that cost least come first. */
const groups: { tests: string[]; faults: Change[] }[] = [
  {
    tests: ['--project=node', 'test/edge/'],
    faults: [
      ['edge/html/blanks.ts', 'end === bytes.length && text', 'end !== bytes.length && text'],
      [
        'edge/html/tag.ts',
        'this.#add(nameStart, nameEnd, at + 1, end) + 1',
        'this.#add(nameStart, nameEnd, at + 1, end)',
      ],
      ['edge/html/tokenizer.ts', 'at + 2 >= bytes.length', 'at + 1 >= bytes.length'],
      ['edge/html/tree.ts', 'this.#open.depth > maxDepth', 'this.#open.depth < maxDepth'],
      ['edge/html/ascii.ts', '(one | 32) <= 122', '(one | 32) < 122'],
      ['edge/select/match.ts', '(index - b) / a >= 0', '(index - b) / a > 0'],
      ['edge/select/parse.ts', "depth < 0 || (depth === 0 && mark !== ')')", 'depth < 0'],
      ['edge/select/candidates.ts', 'tag.get(name.toLowerCase())', 'tag.get(name.toUpperCase())'],
      ['edge/apply/mark.ts', 'own.length > maxOriginalLength', 'own.length < maxOriginalLength'],
      [
        'edge/page-writer.ts',
        'element.isHydrated ||= isHydrationRoot',
        'element.isHydrated &&= isHydrationRoot',
      ],
      ['edge/apply/inner-texts.ts', '!this.#isPlain || this.#hasIcon', '!this.#isPlain && this.#hasIcon'],
      ['edge/fetch-record.ts', 'text.length > maxLength', 'text.length < 0'],
      ['edge/rewriter.ts', 'first === 0xef && bytes.length < 3', 'first === 0xef && bytes.length < 2'],
      ['edge/coding.ts', 'known.length > 0', 'known.length > 9'],
    ],
  },
  {
    tests: ['--project=dom', '--project=node', 'test/snippet/', 'test/loader/', 'test/wire/'],
    faults: [
      ['snippet/deliver/retry.ts', 'status > 499', 'status > 500'],
      ['snippet/deliver/retry.ts', 'Math.min(ms, longestAskedMs)', 'Math.max(ms, longestAskedMs)'],
      ['snippet/follow/fights.ts', 'removals.count <= removals.limit', 'removals.count > removals.limit'],
      ['snippet/track/gauges/duration.ts', 'if (until && end > from)', 'if (until && end < from)'],
      ['snippet/track/stacking.ts', 'difference > 0 : isLater', 'difference < 0 : isLater'],
      [
        'snippet/track/exposure.ts',
        '? visibleRatio : largeVisibleRatio',
        '? largeVisibleRatio : visibleRatio',
      ],
    ],
  },
  {
    tests: ['--project=dom', 'test/editor/selectors'],
    faults: [
      ['editor/selectors/write-css.ts', `value.includes('"') && `, `value.includes('"') || `],
      ['editor/selectors/path.ts', 'alike.indexOf(element) + 1', 'alike.indexOf(element)'],
      ['editor/selectors/handles.ts', '!isPassingClass(name) &&', '!isPassingClass(name) ||'],
    ],
  },
  {
    tests: ofService('content/', 'prospects/', 'templates/'),
    faults: [
      ['service/content/writer.ts', 'all.length <= mostFacts', 'all.length > mostFacts'],
      ['service/prospects/sources/website.ts', 'now() < known.until', 'now() > known.until'],
      ['service/prospects/sources/website.ts', 'now() - began < slowMs', 'now() - began > slowMs'],
      ['service/prospects/rank-people.ts', 'firstTitle >= 0 || wanted', 'firstTitle >= 0 && wanted'],
      ['service/prospects/names/person-name.ts', 'words.length > 5', 'words.length > 2'],
      ['service/prospects/names/company-domain.ts', 'word.length <= 3 &&', 'word.length < 3 &&'],
      ['service/prospects/lists/csv-records.ts', `text.indexOf('"', at + 2)`, `text.indexOf('"', at + 1)`],
      [
        'service/prospects/people/command.ts',
        'if (batch.length >= batchSize) await write()',
        'if (batch.length >= batchSize) void write()',
      ],
      ['service/templates/edit-template.ts', 'tail < most - head', 'tail < most'],
      ['service/templates/filters.ts', 'text.length <= longestRendered', 'text.length >= 0'],
      [
        'service/templates/render.ts',
        'payload: payload !== undefined && payload.length <= longestPayload',
        'payload: payload !== undefined && payload.length < longestPayload',
      ],
      [
        'service/templates/yaml-reader.ts',
        'if (this.problems.length < mostProblems) this.problems.push',
        'if (this.problems.length <= mostProblems) this.problems.push',
      ],
    ],
  },
  {
    tests: ofService('events/', 'live/'),
    faults: [
      ['service/events/read-batch.ts', '(value as number) > highest', '(value as number) >= highest'],
      ['service/events/apply-batch.ts', 'event.seq <= archived', 'event.seq < archived'],
      ['service/events/apply-batch.ts', 'event.ms <= before', 'event.ms >= before'],
      [
        'service/events/apply-batch.ts',
        'batch.sent >= (changed.visit.reported ?? -1)',
        'batch.sent <= (changed.visit.reported ?? -1)',
      ],
      ['service/events/bounds.ts', 'durations >= mostDurations', 'durations > mostDurations'],
      ['service/events/bounds.ts', 'at - tally.hourBegan >= hourMs', 'at - tally.hourBegan < hourMs'],
      ['service/events/presence-sql.ts', 'counted AND NOT away', 'counted'],
      ['wire/event.ts', ': input === undefined', ': input !== undefined'],
    ],
  },
  {
    tests: ofService('http/', 'pages/', 'editing/', 'commands/token', 'commands/check'),
    faults: [
      [
        'service/prospects/list-sql.ts',
        'sql`organization = ${organization}`,',
        'sql`organization IS NOT NULL`,',
      ],
      [
        'service/access/tokens.ts',
        'listWhere(db, sql`organization = ${organization}`)',
        'listWhere(db, sql`true`)',
      ],
      [
        'service/access/tokens.ts',
        "kind = 'token' AND organization = ${organization} AND id",
        "kind = 'token' AND id",
      ],
      [
        'service/access/sessions.ts',
        "kind <> 'token' AND organization = ${organization} AND ${theirs}",
        "kind <> 'token' AND ${theirs}",
      ],
      [
        'service/access/editing-sessions.ts',
        "WHERE kind = 'editing' AND organization = ${organization} AND template",
        "WHERE kind = 'editing' AND template",
      ],
      ['service/access/token-command.ts', 'value <= 36_500', 'value < 36_500'],
      ['service/base/http/server.ts', 'if (hosts > 1)', 'if (hosts > 2)'],
      ['service/base/http/server.ts', "if (problem) reply.header('Connection', 'close')", ''],
    ],
  },
  {
    tests: ofService('campaigns/campaign-life'),
    faults: [['service/content/sql.ts', "campaign.status = 'open'", "campaign.status <> 'open'"]],
  },
  {
    tests: ofService('content/record-cache'),
    faults: [
      [
        'service/content/record-cache.ts',
        'now() - entry.checkedAt <= staleMs',
        'now() - entry.checkedAt > staleMs',
      ],
    ],
  },
  {
    // The organization beside it is a second lock: nobody can make two campaigns of one id.
    tests: ofService('campaigns/campaigns', 'campaigns/lists', 'http/organizations'),
    faults: [
      [
        'service/campaigns/places-sql.ts',
        'WHERE l.organization = ${organization} AND l.campaign = ${campaign} AND ${whereOf(query)}',
        'WHERE l.organization = ${organization} AND ${whereOf(query)}',
      ],
    ],
  },
  {
    tests: inChromium('fights', 'contested', 'adoption', 'seen-text', 'halves', 'selectors', 'late'),
    faults: [
      ['snippet/follow/fights.ts', 'hold.fights > maxFights', 'hold.fights < maxFights'],
      ['snippet/rare/edge.ts', 'texts.length >= own.length && (', 'texts.length >= own.length || ('],
      ['snippet/first/leaves.ts', "fontSize === '0px' ||", "fontSize === '0px' &&"],
    ],
  },
  {
    tests: inChromium('events', 'text', 'pictures', 'html', 'clones'),
    faults: [
      ['snippet/deliver/outbox.ts', '(isUrgent || sent >= notBefore)', '(isUrgent && sent >= notBefore)'],
      ['snippet/follow/targets.ts', '?? -1) >= item.index', '?? -1) > item.index + 1'],
    ],
  },
  {
    tests: onPages('events-click-early'),
    faults: [['snippet/track/leave.ts', 'input: clicks.length > 0', 'input: clicks.length > 1']],
  },
  {
    tests: onPages('events-click'),
    faults: [['snippet/track/click.ts', 'button > 1 ||', 'button > 2 ||']],
  },
  {
    // Chromium itself leaves out what such a box cuts off.
    tests: ['--project=firefox', 'test/engines/events.test.ts'],
    faults: [
      [
        'snippet/track/cover.ts',
        "position === 'fixed' && overflow !== 'visible'",
        "position === 'fixed' && overflow === 'visible'",
      ],
    ],
  },
  {
    tests: ['--project=node', 'test/edge/', 'test/structure/csv'],
    faults: [
      ['edge/headers.ts', 'named.has(name) || names.some', 'names.some'],
      ['edge/answer.ts', "left.set('location', invited)", 'invited.length'],
    ],
  },
  {
    tests: inChromium('edge-nested', 'routes', 'page-globals'),
    faults: [
      ['edge/page-writer.ts', 'implied.unshift(at.parent)', 'implied.length'],
      ['snippet/path.ts', 'navigation instanceof Navigation', 'Boolean(navigation)'],
    ],
  },
  {
    tests: ofService('http/open-responses', 'http/erasing', 'campaigns/lists', 'templates/'),
    faults: [
      ['service/access/open-responses.ts', '!role || (least', 'role === null || (least'],
      ['service/erasing/lines-of.ts', "name.includes(' ')", "name.includes('  ')"],
      ['service/base/words/csv-cell.ts', '[=+\\-@＝＋－＠]', '[=+@＝＋＠]'],
      ['service/templates/page-check.ts', "hide.split(',').every", "hide.split(',').some"],
    ],
  },
  {
    tests: ['--project=browser', 'test/editor/writing.test.ts'],
    faults: [['editor/text/pasted.ts', ".split(blanks).filter(Boolean).join(' ') : text", ' : text']],
  },
]

export const faults: Fault[] = groups.flatMap(({ tests, faults }) =>
  faults.map(([file, was, becomes]) => ({ file, was, becomes, tests })),
)

/** Of the short form: what a single file of tests finds within seconds. */
const findsOne: Record<string, string[]> = {
  'snippet/deliver/retry.ts': ['--project=dom', 'test/snippet/deliver.test.ts'],
}

export const fewFaults: Fault[] = Object.entries(findsOne).flatMap(([name, tests]) =>
  faults
    .filter(({ file }) => file === name)
    .slice(0, 1)
    .map((fault) => ({ ...fault, tests })),
)
