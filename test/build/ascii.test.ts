import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Of what stands in people's pages. A script without a declared encoding is read in that of its page, which may be an old one. */
const files = globSync('dist/{snippet,loader,motif,track-*,frameworks-*,sanitiser-*}.js')

test.each(files)('%s reads the same in every encoding', (file) => {
  const odd = [...readFileSync(file, 'utf8')].filter((one) => one > '\x7f')
  expect(odd).toEqual([])
})
