import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('no expression of the console looks behind: Safari before 16.4 would run nothing of it', () => {
  // `marked`, in the help, asks the browser whether it can.
  const files = globSync('dist/console/*.js', { exclude: ['**/help-found-*'] })
  expect(files.length).toBeGreaterThan(1)
  expect(files.filter((file) => /\(\?<[=!]/.test(readFileSync(file, 'utf8')))).toEqual([])
})
