import { expect, test } from 'vitest'
import { readConfig } from '../../service/config.ts'

test('an address that no link can be made of, or that has a password, stops the start', () => {
  const read = (PUBLIC_URL: string) => () => readConfig({ PUBLIC_URL }).publicUrl
  for (const url of [
    'https://ada:secret@motif.example',
    'https://motif.example/?a=1',
    'https://motif.example/#a',
  ])
    expect(read(url)).toThrow(/^PUBLIC_URL: must have no user name, no password, and nothing after/)
  expect(read('https://motif.example/')()).toBe('https://motif.example')
})

test('a token that two organizations have in MOTIF_TOKENS stops the start, and is not shown', () => {
  const token = 'a-token-that-was-copied'
  const read = (second: string) => () => readConfig({ MOTIF_TOKENS: `acme/crm=${token}, ${second}` })
  expect(read(`other/crm=${token}`)).toThrow(
    'MOTIF_TOKENS: must have a token of its own for each: acme/crm and other/crm have one',
  )
  expect(read(`acme/crm=${token}`)().tokens).toHaveLength(2)
})
