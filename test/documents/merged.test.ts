import { expect, test } from 'vitest'
import { readDocuments } from './documents.ts'

test.each(await readDocuments())('$path is merged to its end', ({ text }) => {
  expect(text.match(/^(<{7}|>{7}|={7}$).*$/gm) ?? []).toEqual([])
})
