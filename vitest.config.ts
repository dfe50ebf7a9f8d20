import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * The parts of the suite; `npx vitest run --project firefox` runs one. They follow each other, with workers that go on
 * from file to file within a part: so each keeps its browser, and its services. The scenarios of an
 * engine are one file, which keeps one worker busy from the beginning; who names a scenario's file has that alone.
 */
const engines = ['chromium', 'firefox', 'webkit'] as const
const isScenarioNamed = process.argv.some((argument) => argument.includes('test/engines/'))
const scenarios = isScenarioNamed ? 'test/engines/*.test.ts' : 'test/engines/index.ts'

/** What takes long comes first, then what waits much, so that the others have something to do beside it. */
const order: string[] = [...engines, 'service']

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const first = order.flatMap((name) => sorted.filter(({ project }) => project.name === name))
    return [...new Set([...first, ...sorted])]
  }
}

/** How long a test may take before it counts as one that hangs. */
const patienceMs = 180_000

// Processes that are started again and again, of the tests and of the service, compile their files once.
process.env.NODE_COMPILE_CACHE ??= resolve('node_modules/.cache/compiled')

export default defineConfig({
  test: {
    // As the services that the tests start: see test/support/service.ts.
    execArgv: process.env.OPTIMISE ? [] : ['--liftoff-only'],
    // More than the cores: many tests wait for a service to start.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    // A shared machine stalls a browser now and then: there a test is tried once more, and the run says so.
    retry: process.env.CI ? 1 : 0,
    // Ample for a busy machine: no test waits for a time-out in order to pass.
    expect: { poll: { timeout: 60_000 } },
    testTimeout: patienceMs,
    hookTimeout: patienceMs,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: ['test/**/*.test.ts'],
          exclude: [
            'test/{snippet,loader,service,demo-site,browser,engines,editor}/**',
            // They build many times over: `npm run test:long -- builds`.
            ...(process.env.BUILDS
              ? []
              : ['test/build/{gapless,rebuild}.test.ts', 'test/deploy/image.test.ts']),
          ],
        },
      },
      {
        extends: true,
        test: {
          name: 'dom',
          include: ['test/{snippet,loader}/**/*.test.ts', 'test/editor/selectors*.test.ts'],
          environment: 'happy-dom',
        },
      },
      {
        extends: true,
        test: {
          name: 'service',
          include: ['test/service/**/*.test.ts'],
          isolate: false,
          globalSetup: 'test/support/database-setup.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          isolate: false,
          include: ['test/{browser,demo-site,editor}/**/*.test.ts'],
          // Records frames by a slow network, page by page: `npm run test:long -- flicker`.
          exclude: [
            ...(process.env.FLICKER ? [] : ['test/demo-site/flicker.test.ts']),
            'test/editor/selectors*.test.ts',
          ],
          globalSetup: 'test/support/database-setup.ts',
        },
      },
      ...engines.map((engine) => ({
        extends: true as const,
        test: {
          name: engine,
          include: [scenarios],
          provide: { engine },
          isolate: false,
        },
      })),
    ],
  },
})
