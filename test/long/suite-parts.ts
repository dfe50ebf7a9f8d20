/** A part of the suite that takes too long for `npm test`. */
export interface SuitePart {
  /** What it shows, in 80 characters at most. */
  shows: string
  /** Its files, without `test/` and `.test.ts`; with `/` at the end all of a folder. */
  files: string[]
  /** Those of its files that its short form runs. */
  short: string[]
  /** Which tests of those it runs: a regular expression. Default: all. */
  shortTests?: string
}

/**
 * The parts that `npm test` leaves out, so that it takes four minutes at most. `npm run test:long -- NAME` runs one of them, and
 * `npm run test:long -- parts` all of them, as CI does. `npx vitest run` runs the whole suite.
 */
export const suiteParts: Record<string, SuitePart> = {
  arriving: {
    shows: 'pages while they arrive, are hidden and come by the edge',
    files: [
      'browser/edge-dom',
      'browser/edge-elements',
      'engines/adoption',
      'engines/curtain',
      'engines/edge-film',
      'engines/edge-nested',
      'engines/entrance',
      'engines/pages',
      'engines/prehide',
    ],
    short: ['browser/edge-dom'],
  },
  frameworks: {
    shows: 'pages that frameworks and other scripts draw again',
    files: [
      'engines/fights',
      'engines/frameworks',
      'engines/hydration-others',
      'engines/hydration-react',
      'engines/made-of-ours',
      'engines/waits',
    ],
    short: ['engines/made-of-ours'],
    shortTests: 'before follow',
  },
  'hostile-pages': {
    shows: 'pages that stand in the way, and files that fail or come late',
    files: [
      'engines/editor',
      'engines/endings',
      'engines/files-that-fail',
      'engines/hostile',
      'engines/hostile-pages',
      'engines/missing-interfaces',
      'engines/page-made',
    ],
    short: ['engines/endings'],
  },
  tags: {
    shows: 'the tag in every form, with every option, beside names of the page',
    files: [
      'engines/bare-tags',
      'engines/before-follow',
      'engines/options',
      'engines/own-motif',
      'engines/page-globals',
      'engines/refused-later',
      'engines/stop-before-follow',
    ],
    short: ['engines/refused-later'],
  },
  measuring: {
    shows: 'views, clicks, durations and their way to the collector, page by page',
    files: [
      'browser/events-consent',
      'browser/events-delivery',
      'browser/events-duration',
      'browser/events-hostile',
      'browser/events-leave',
      'browser/events-spool',
      'browser/events-view',
    ],
    short: ['browser/events-consent', 'browser/events-view'],
  },
  console: {
    shows: 'every screen of the console, by mouse and keys',
    files: [
      'browser/console/campaigns',
      'browser/console/day',
      'browser/console/faults',
      'browser/console/figures',
      'browser/console/hostile',
      'browser/console/keyboard',
      'browser/console/lift',
      'browser/console/lists',
      'browser/console/people',
      'browser/console/review',
      'browser/console/settings',
      'browser/console/tasks',
      'browser/console/template-edits',
      'browser/console/templates',
      'browser/console/today',
    ],
    short: ['browser/console/settings', 'browser/console/tasks'],
  },
  editor: {
    shows: 'every way to write a template on the page',
    files: [
      'editor/cases',
      'editor/editor',
      'editor/keeping',
      'editor/keyboard',
      'editor/lasting',
      'editor/own',
      'editor/pages',
      'editor/picking',
      'editor/saving',
      'editor/writing',
      'service/editing/ended',
    ],
    short: ['editor/own'],
  },
  demo: {
    shows: 'the demo, from its first start to its second',
    files: ['demo-site/demo'],
    short: ['demo-site/demo'],
    shortTests: 'prospect 0|ends cleanly',
  },
  crashes: {
    shows: 'the service ended, cut off, without its database, on a full disk, upgraded',
    files: ['service/campaigns/replicas', 'service/durability/', 'service/shutdown'],
    short: ['service/shutdown'],
  },
  erasing: {
    shows: 'what is erased, archived or kept, also in the middle of everything else',
    files: [
      'service/events/archive',
      'service/events/retention',
      'service/http/erasing',
      'service/http/erasing-meanwhile',
      'service/http/strangers',
      'service/pages/gone-at-once',
    ],
    short: ['service/pages/gone-at-once'],
  },
  commands: {
    shows: 'the command line, maintenance and migrations',
    files: [
      'service/commands/closed-pipe',
      'service/commands/invite',
      'service/commands/nowhere',
      'service/commands/token',
      'service/commands/transfer',
      'service/maintenance/maintenance',
      'service/store/migrate',
    ],
    short: ['service/commands/nowhere', 'service/commands/token'],
  },
  notices: {
    shows: 'callbacks, alerts and streams, with receivers that fail',
    files: [
      'service/alerts/morning',
      'service/alerts/told',
      'service/live/live',
      'service/notices/deliver',
      'service/notices/webhooks',
    ],
    short: ['service/notices/deliver'],
  },
  records: {
    shows: 'records, templates and lists in odd cases, on both databases',
    files: [
      'service/campaigns/known-columns',
      'service/campaigns/lift/lift',
      'service/campaigns/not-made',
      'service/campaigns/workbooks',
      'service/content/generate',
      'service/content/own-words-life',
      'service/content/writer',
      'service/templates/page-states',
      'service/templates/template-thread',
    ],
    short: ['service/content/generate'],
  },
  expressions: {
    shows: 'regular expressions, each of which takes linear time whatever text it meets',
    files: ['structure/linear-time'],
    short: ['structure/linear-time'],
  },
}

const isOf = (part: SuitePart, path: string) =>
  part.files.some((file) => (file.endsWith('/') ? path.startsWith(file) : path === file))

/**
 * Whether a file of tests, by its path in the project, is run. `choice` is the name of a part, or `quick` for what is in no part,
 * as `npm test` runs it; without it everything is run. Default: `SUITE`.
 */
export function isRun(file: string, choice = process.env.SUITE): boolean {
  if (!choice) return true
  const path = file.slice('test/'.length, -'.test.ts'.length)
  if (choice === 'quick') return !Object.values(suiteParts).some((part) => isOf(part, path))
  const part = suiteParts[choice]
  return part !== undefined && isOf(part, path)
}
