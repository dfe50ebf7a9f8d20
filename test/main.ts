import { spawnSync } from 'node:child_process'

/**
 * `npm test`: builds what has changed, sees to it that browsers and PostgreSQL are there, runs the suite without what
 * takes minutes (test/long/left-out.ts), and says how long that took. What is behind `--` goes to vitest.
 */
const quietSeconds = 150
const more = process.argv.slice(2)
const began = performance.now()

for (const command of [
  ['build.ts', '--changed'],
  ['test/support/prepare.ts'],
  ['node_modules/vitest/vitest.mjs', 'run', ...more],
]) {
  const { status } = spawnSync(process.execPath, command, {
    stdio: 'inherit',
    env: { ...process.env, SUITE: 'quick' },
  })
  if (status !== 0) process.exit(status ?? 1)
}
const seconds = Math.round((performance.now() - began) / 1000)
console.log(`npm test took ${seconds} s. On two quiet cores it is to take ${quietSeconds} s at most.`)
