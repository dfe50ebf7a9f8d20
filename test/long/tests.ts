import { delivery } from './left-out.ts'

/** A test that takes too long for `npm test`: a command of Node.js, after a build. */
export interface LongTest {
  /** What it shows, in 80 characters at most, for `--help`. */
  shows: string
  full: string[]
  /** The whole way with less of everything, as CI runs it; default: CI does without. */
  short?: string[]
  /** What the command finds in its environment. */
  environment?: Record<string, string>
}

/** Exit code of a test that did nothing, because a program that it needs is not on this machine. */
export const skippedCode = 77

const kills = 'test/service/durability/kills.ts'
const failover = 'test/deploy/cluster/main.ts'

/** Runs tests of the suite with more of what they do. */
const suite = (...more: string[]): string[] => ['node_modules/vitest/vitest.mjs', 'run', ...more]
const engines = ['--project', 'chromium', '--project', 'firefox', '--project', 'webkit']

/** Every long test by its name: `npm run test:long -- NAME`. */
export const longTests: Record<string, LongTest> = {
  rest: {
    shows: 'what npm test leaves out: pages of the script, crashes, builds, the demo',
    full: suite(),
    short: suite(),
    environment: { SUITE: 'rest' },
  },
  kill: {
    shows: '50 kills at random moments on each database: nothing is lost or doubled',
    full: [kills, '--kills', '50'],
    short: [kills, '--kills', '1'],
  },
  'events-kill': {
    shows: '20 kills while events come, on each database: tallies are what a count says',
    full: suite('test/service/events/exactly-once.test.ts'),
    environment: { KILLS: '20' },
  },
  'campaign-kill': {
    shows: '20 kills while a campaign is made, on each database: one link for everybody',
    full: [kills, '--kills', '20', '--people', '900'],
    short: [kills, '--kills', '2', '--people', '100'],
  },
  failover: {
    shows: 'a cluster under load, each part killed ten times: nothing is lost or doubled',
    full: [failover],
    short: [failover, '--ways', 'postgres', '--times', '1', '--people', '100'],
  },
  lift: {
    shows: 'simulated campaigns, looked at on each of 60 days: false alarms, effects',
    full: ['test/lift/main.ts', '--write'],
    short: ['test/lift/main.ts', '--campaigns', '300'],
  },
  hubspot: {
    shows: '10,000 contacts of HubSpot in and out: minutes, requests, memory',
    full: suite('test/service/connections/hubspot.test.ts', '-t', 'very many'),
    environment: { CONTACTS: '10000', UNTIL_MS: '900000' },
  },
  databases: {
    shows: 'every test of the service on each of the two databases',
    full: suite('test/service'),
    environment: { DATABASES: 'both' },
  },
  engines: {
    shows: 'every scenario in Chromium, Firefox and WebKit',
    full: suite(...engines),
    environment: { ENGINES: 'all' },
  },
  delivery: {
    shows: 'ways to leave a page while requests fail',
    full: suite(...delivery.map((name) => `test/${name}.test.ts`)),
    environment: { DELIVERY_TRIES: '20' },
  },
  film: {
    shows: 'the pages of the demo through the edge, frame by frame, in three engines',
    full: suite(...engines, 'test/engines/edge-film.test.ts'),
    environment: { FILM: '1' },
  },
}
