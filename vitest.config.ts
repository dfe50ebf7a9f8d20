import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { filesOf } from './test/engines/names.ts'
import { isRun } from './test/long/left-out.ts'

/**
 * The suite by what it runs in; `npx vitest run --project firefox` runs one of them. They follow each other, with workers that go on
 * from file to file within it: so each keeps its imports, its browser and its services. The scenarios of an engine are one
 * or two files; who names a scenario's file has that alone.
 */
const engines = ['chromium', 'firefox', 'webkit'] as const
const scenarioFiles = ['test/engines/scenarios.ts', 'test/engines/more-scenarios.ts']
const isScenarioNamed = process.argv.some((argument) => argument.includes('test/engines/'))

/** The engines come first, as each keeps one worker busy for long. */
const order: string[] = [...engines, 'node', 'dom']

// If the command line names files or a project, all of them are run; else `SUITE` chooses.
if (process.argv.slice(2).some((argument) => /^--project|(^|\/)test\//.test(argument)))
  delete process.env.SUITE
const leftOut = globSync('test/**/*.test.ts').filter((file) => !isRun(file))

/** The projects in this order, each whole: workers keep their imports, browsers and services within one. */
class ProjectByProject extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ project }: TestSpecification) => order.indexOf(project.name)
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other))
  }
}

/** How long a test may take before it counts as one that hangs. */
const patienceMs = 900_000

// Processes that are started again and again, of the tests and of the service, compile their files once.
process.env.NODE_COMPILE_CACHE ??= resolve('node_modules/.cache/compiled')

export default defineConfig({
  test: {
    // As the services that the tests start: see test/support/service.ts.
    execArgv: process.env.OPTIMISE ? [] : ['--liftoff-only'],
    // More than there are cores, because tests wait: for a service or a page, and those of `rest` for seconds.
    maxWorkers: process.env.SUITE === 'rest' ? 4 : 3,
    isolate: false,
    // Node.js imports the files itself, in half of the time that Vite takes.
    experimental: { viteModuleRunner: false },
    sequence: { sequencer: ProjectByProject },
    // A shared machine stalls a browser now and then: there a test is tried once more, and the run says so.
    retry: process.env.CI ? 1 : 0,
    // For what hangs: no test waits for a time-out in order to pass, and a busy machine takes its time.
    expect: { poll: { timeout: Number(process.env.UNTIL_MS ?? 120_000) } },
    testTimeout: patienceMs,
    hookTimeout: patienceMs,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: ['test/**/*.test.ts'],
          exclude: ['test/{snippet,loader,engines}/**', 'test/editor/selectors*.test.ts', ...leftOut],
          globalSetup: 'test/support/database-setup.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'dom',
          include: ['test/{snippet,loader}/**/*.test.ts', 'test/editor/selectors*.test.ts'],
          exclude: leftOut,
          environment: 'happy-dom',
          // A page's scripts are named, not loaded.
          environmentOptions: { happyDOM: { settings: { handleDisabledFileLoadingAsSuccess: true } } },
        },
      },
      ...engines.map((engine) => ({
        extends: true as const,
        test: {
          name: engine,
          include: isScenarioNamed
            ? ['test/engines/*.test.ts']
            : scenarioFiles.slice(0, filesOf(engine).length),
          provide: { engine },
        },
      })),
    ],
  },
})
