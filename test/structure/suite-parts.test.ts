import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { suiteParts } from '../long/suite-parts.ts'

const files = globSync('test/**/*.test.ts').map((file) => file.slice('test/'.length, -'.test.ts'.length))
const named = Object.values(suiteParts).flatMap((part) => part.files)
const isMeantBy = (name: string) => (file: string) =>
  name.endsWith('/') ? file.startsWith(name) : file === name

test('every part of the suite names files that there are', () => {
  expect(named.filter((name) => !files.some(isMeantBy(name)))).toEqual([])
})

test('no file is in two parts', () => {
  const parts = (file: string) => named.filter((name) => isMeantBy(name)(file))
  expect(files.filter((file) => parts(file).length > 1)).toEqual([])
})

test('the short form of a part runs some of its files', () => {
  for (const { files, short } of Object.values(suiteParts)) {
    expect(short).not.toEqual([])
    expect(short.filter((file) => !files.some((name) => isMeantBy(name)(file)))).toEqual([])
  }
})
