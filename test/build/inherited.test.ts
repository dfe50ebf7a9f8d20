import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** A loop over inherited names that defines each: on a page that extends `Object.prototype` it throws. */
const definesInherited = /for\s*\((?:var|let|const) (\w+) in \w+\)\s*[\w$.]+\(\w+,\s*\1,\s*\{\s*get/

test.each(globSync('dist/*.js').filter((file) => !file.endsWith('edge.js')))(
  '%s exports no names that a page has given to all objects',
  (file) => expect(readFileSync(file, 'utf8')).not.toMatch(definesInherited),
)
