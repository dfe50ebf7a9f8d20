import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { faults } from '../mutation/faults.ts'

test.each(faults)('`mutation` finds once in $file what it makes a fault of: $was', ({ file, was }) => {
  expect(readFileSync(file, 'utf8').split(was)).toHaveLength(2)
})
