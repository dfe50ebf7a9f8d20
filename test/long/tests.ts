import { type SuitePart, suiteParts } from './suite-parts.ts'

/** A command, its arguments and what it finds in its environment. Every test runs after a build. */
export interface Command {
  arguments: string[]
  environment?: Record<string, string>
}

/** A test that takes too long for `npm test`. */
interface LongTest {
  /** What it shows, in 80 characters at most, for `--help` and for the table of docs/figures.md. */
  shows: string
  full: Command
  /** The whole way in at most 30 seconds on a quiet machine, with less of everything; what is random has a seed. */
  short: Command
}

/** Exit code of a test that did nothing, because a program that it needs is not on this machine. */
export const skippedCode = 77

/** Runs a file of the project by Node.js. */
const node = (file: string, ...more: string[]): Command => ({ arguments: [file, ...more] })

/** Runs tests of the suite with more of what they do. */
const suite = (environment: Record<string, string>, ...more: string[]): Command => ({
  arguments: ['node_modules/vitest/vitest.mjs', 'run', ...more],
  environment,
})

/** With V8's optimising compiler for WebAssembly, as in production. */
const optimised = (command: Command): Command => ({
  ...command,
  environment: { ...command.environment, OPTIMISE: '1' },
})

const kills = 'test/service/durability/kills.ts'
const campaignKills = 'test/service/campaigns/campaign-kills.ts'
const campaign = 'test/service/campaigns/ten-thousand.ts'
const fuzz = 'test/service/http/fuzz/main.ts'
const archive = 'test/service/events/archive-kills.ts'
const failover = 'test/deploy/cluster/main.ts'
const years = 'test/service/years/main.ts'
const mutation = 'test/mutation/main.ts'
const held = 'test/service/held/main.ts'
const events = ['--project', 'service', 'test/service/events/exactly-once.test.ts']
const engines = ['--project', 'chromium', '--project', 'firefox', '--project', 'webkit']
const besideChromium = ['--project', 'firefox', '--project', 'webkit']
const browser = ['--project', 'browser']

/** A part of the suite. Its short form runs some of its files. */
const partOfSuite = (name: string, { shows, short, shortTests }: SuitePart): LongTest => ({
  shows,
  full: suite({ SUITE: name }),
  short: suite(
    { SUITE: name },
    ...short.map((file) => `test/${file}.test.ts`),
    ...(shortTests === undefined ? [] : ['-t', shortTests]),
  ),
})

/** Every long test by its name: `npm run test:long -- NAME`. */
export const longTests: Record<string, LongTest> = {
  ...Object.fromEntries(Object.entries(suiteParts).map(([name, part]) => [name, partOfSuite(name, part)])),
  kill: {
    shows: '50 kills at random moments on each database: nothing is lost or doubled',
    full: node(kills, '--kills', '50'),
    short: node(kills, '--kills', '1'),
  },
  'campaign-kill': {
    shows: '20 kills while a campaign is made, on each database: one link for everybody',
    full: node(campaignKills, '--kills', '20', '--people', '900'),
    short: node(campaignKills, '--kills', '2', '--people', '100'),
  },
  events: {
    shows: '200,000 events, each sent twice, with kills, on both databases: exact counts',
    full: optimised(suite({ TEST_EVENTS: '200000', TEST_KILLS: '0,5' }, ...events)),
    short: suite({ TEST_EVENTS: '2000', TEST_KILLS: '1' }, ...events),
  },
  failover: {
    shows: 'a cluster under load, each part killed ten times: nothing is lost or doubled',
    full: node(failover),
    short: node(failover, '--ways', 'postgres', '--times', '1', '--people', '100'),
  },
  archive: {
    shows: '10 million events archived, killed 20 times, on each database: none lost',
    full: optimised(node(archive)),
    short: node(archive, '--events', '20000', '--days', '3', '--kills', '2', '--seed', '1', '--end-claims'),
  },
  campaign: {
    shows: 'a campaign of 10,000 people on both databases',
    full: optimised(node(campaign, '--people', '10000')),
    short: node(campaign, '--people', '200', '--databases', 'PostgreSQL'),
  },
  import: {
    shows: 'the import of a million people, with the peak of memory',
    full: optimised(node('test/service/prospects/people/million.ts', '1000000')),
    short: node('test/service/prospects/people/million.ts', '20000'),
  },
  lists: {
    shows: '2,000 random lists, compared with an independent reader',
    full: node('test/service/campaigns/many-lists.ts', '--lists', '2000'),
    short: node('test/service/campaigns/many-lists.ts', '--lists', '100', '--seed', '1'),
  },
  turns: {
    shows: '10,000 jobs of one organization hang: another one waits for 5 s at most',
    full: optimised(node('test/service/turns/main.ts')),
    short: node('test/service/turns/main.ts', '--count', '200', '--samples', '3', '--only', 'callbacks'),
  },
  fuzz: {
    shows: '20,000 random requests made from the OpenAPI document: answers as documented',
    full: node(fuzz, '--requests', '20000'),
    short: node(fuzz, '--requests', '500', '--seed', '1'),
  },
  bytes: {
    shows: '20,000 connections with random bytes: no hang, no 5xx',
    full: node(fuzz, '--bytes', '--requests', '20000'),
    short: node(fuzz, '--bytes', '--requests', '500', '--seed', '1'),
  },
  held: {
    shows: '2,000 hostile templates on each database: nobody else waits 250 ms',
    full: optimised(node(held, '--count', '2000')),
    short: node(held, '--count', '30', '--seed', '1'),
  },
  soak: {
    shows: 'an hour of everything at once, with kills and a second replica, on each database',
    full: optimised(node('test/service/soak/main.ts', '--minutes', '60')),
    short: node('test/service/soak/main.ts', '--minutes', '0.1', '--database', 'postgres'),
  },
  years: {
    shows: 'a million records, 100 million events: lists within 200 ms, maintenance',
    full: node(years),
    short: node(years, '--records', '2000', '--events', '50000', '--days', '6'),
  },
  figures: {
    shows: 'the figures of a template with 50,000 records',
    full: node('test/service/years/figures.ts'),
    short: node('test/service/years/figures.ts', '--records', '500', '--of', '1000'),
  },
  databases: {
    shows: 'every test of the service on each of the two databases',
    full: suite({ DATABASES: 'both' }, '--project', 'service'),
    short: suite({ DATABASES: 'both' }, '--project', 'service', 'test/service/content/regenerate.test.ts'),
  },
  engines: {
    shows: 'every scenario in Chromium, Firefox and WebKit',
    full: suite({ ENGINES: 'all' }, ...engines),
    short: suite({}, ...besideChromium, 'test/engines/seen-text.test.ts'),
  },
  'engines-words': {
    shows: 'what pages make of words that are written, in Firefox and WebKit',
    full: suite({}, ...besideChromium, 'test/engines/page-made.test.ts'),
    short: suite({}, ...besideChromium, 'test/engines/page-made.test.ts'),
  },
  files: {
    shows: 'every page that makes it hard, with each file late, blocked and broken',
    full: suite({}, '--project', 'chromium', 'test/engines/crossed-faults.test.ts'),
    short: suite(
      { CROSSED: '24', SEED: '1' },
      '--project',
      'chromium',
      'test/engines/crossed-faults.test.ts',
    ),
  },
  lift: {
    shows: 'simulated campaigns, looked at after every visitor: false alarms, effects',
    full: node('test/lift/main.ts', '--write'),
    short: node('test/lift/main.ts', '--campaigns', '300', '--simulations', '10'),
  },
  machines: {
    shows: '200 links opened by machines in 16 ways: none counts; people: each counts once',
    full: node('test/machines/main.ts', '--write'),
    short: node('test/machines/main.ts', '--links', '32', '--longest', '4'),
  },
  storm: {
    shows: '500 random sequences of calls and page changes: nothing hidden, mixed or thrown',
    full: node('test/storm/main.ts'),
    short: { ...node('test/storm/main.ts'), environment: { STORM_SEED: '2', STORM_RUNS: '30' } },
  },
  delivery: {
    shows: 'ways to leave a page, each by every transport; 30 % of the requests fail',
    full: suite({ DELIVERY_TRIES: '20' }, ...browser, 'test/browser/events-matrix.test.ts'),
    short: suite({ DELIVERY_TRIES: '1' }, ...browser, 'test/browser/events-matrix.test.ts'),
  },
  flicker: {
    shows: 'the demo on slow 4G, frame by frame: no original content, nothing moves',
    full: suite({ FLICKER: '1' }, ...browser, 'test/demo-site/flicker.test.ts'),
    short: suite(
      { FLICKER: 'short' },
      ...browser,
      'test/demo-site/flicker.test.ts',
      '-t',
      'app page by a slow network.*on a telephone',
    ),
  },
  film: {
    shows: 'the pages of the demo through the edge, frame by frame, in three engines',
    full: suite({ FILM: '1' }, ...engines, 'test/engines/edge-film.test.ts'),
    short: suite(
      { FILM: 'short' },
      '--project',
      'chromium',
      'test/engines/edge-film.test.ts',
      '-t',
      'launch page shows.*on a telephone',
    ),
  },
  looks: {
    shows: 'every screen by axe and by keys: 0 to 10,000 things, two widths and schemes',
    full: suite({ LOOKS: 'all' }, ...browser, 'test/browser/console/looks.test.ts'),
    short: suite({}, ...browser, 'test/browser/console/looks.test.ts', '-t', 'at 390 px'),
  },
  'editor-pixels': {
    shows: 'on 30 pages the editor shows what the visitor gets, pixel by pixel',
    full: node('test/editor/pixels/main.ts'),
    short: node('test/editor/pixels/main.ts', '--pages', 'agency,landing-page'),
  },
  mutation: {
    shows: '70 faults, one after the other, in all packages: the tests beside each find it',
    full: node(mutation),
    short: node(mutation, '--few'),
  },
  'edge-parsing': {
    shows: "html5lib's tests as pages through the edge, compared with parse5",
    full: node('test/edge/html5lib/main.ts'),
    short: node('test/edge/html5lib/main.ts', '--every', '20'),
  },
  'edge-elements': {
    shows: 'tricky pages through the edge, judged by the elements of Chromium',
    full: node('test/edge/tricky/main.ts'),
    short: node('test/edge/tricky/main.ts', '--pages', '10', '--each', '20', '--seed', '1'),
  },
  'edge-beside': {
    shows: 'random pages by edge and tag, and by the tag alone: the same in everything',
    full: node('test/edge/beside/main.ts'),
    short: node('test/edge/beside/main.ts', '--pairs', '12', '--seed', '1'),
  },
  'edge-pages': {
    shows: '100 real pages through the edge, in chunks of four sizes, 20 records each',
    full: node('test/edge/pages/main.ts'),
    short: node('test/edge/pages/main.ts', '--pages', '3', '--records', '5', '--seed', '1'),
  },
  'edge-examples': {
    shows: 'the examples of docs/edge.md on workerd, Deno and with Next.js',
    full: suite({ EXAMPLES: '1' }, '--project', 'node', 'test/edge/examples.test.ts'),
    short: suite({}, '--project', 'node', 'test/edge/examples.test.ts'),
  },
  builds: {
    shows: 'builds at the same time, failed builds, three bundlers',
    full: suite({ BUILDS: '1' }, '--project', 'node', 'test/build', 'test/package'),
    short: suite({ BUILDS: '1' }, '--project', 'node', 'test/build/rebuild.test.ts'),
  },
  image: {
    shows: 'every step of the Dockerfile, in a folder',
    full: suite({ BUILDS: '1', IMAGE: 'whole' }, '--project', 'node', 'test/deploy/image.test.ts'),
    short: suite({ BUILDS: '1' }, '--project', 'node', 'test/deploy/image.test.ts'),
  },
}

/** Variables that tests read beside those of the table. */
const others = ['SEED', 'STORM_RUN', 'MORE_OPTIONS', 'DATABASE_URL']

/** The variables of an environment that make a long test another one than its full form. */
export function changedBy(environment: Record<string, string | undefined>): string[] {
  const own = Object.values(longTests).flatMap(({ full, short }) =>
    [full, short].flatMap((command) => Object.keys(command.environment ?? {})),
  )
  return [...new Set([...own, ...others])].filter((name) => environment[name] !== undefined).sort()
}
