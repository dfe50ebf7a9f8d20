import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { faults } from '../mutation/faults.ts'

test.each(faults)('$file has the text that `mutation` replaces, once: $was', ({ file, was }) => {
  expect(readFileSync(file, 'utf8').split(was)).toHaveLength(2)
})
