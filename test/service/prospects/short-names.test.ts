import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { callParts, partsOfName, shortCompany } from '../../../service/prospects/names/short-names.ts'

test('a name is parted if it is plain, and left alone if its family may come first', () => {
  const parted = [
    'Aisha|Haddad',
    'Jean-Luc|Picard',
    'Ludwig|van Beethoven',
    "Sinéad|O'Brien",
    'Zoë|McDonald',
    'João|da Silva',
  ]
  for (const name of parted) {
    const [first, last] = name.split('|')
    expect(partsOfName(name.replace('|', ' '))).toEqual({ first, last })
  }
  expect(partsOfName('John F. Kennedy')).toEqual({ first: 'John', last: 'Kennedy' })
  const alone = `Wang Wei;Nguyen Van Anh;Kovács János;Kim Min-jun;Tanaka Yuki;José García López;Anna Maria Schmidt;J. Smith;aisha haddad;AISHA
    HADDAD;Haddad, Aisha;Sales Team;Dr. Schmidt;Madonna;Van Morrison;山田 太郎;Иван Петров;R2 D2;`
  for (const name of alone.split(';')) expect([name, partsOfName(name)]).toEqual([name, undefined])
})

test.each([
  ['Wei Wang', { first: 'Wei', last: 'Wang' }, { first: 'Wei', last: 'Wang' }],
  ['Anna Maria  Schmidt', { first: 'Anna Maria', last: 'Schmidt' }, { first: 'Anna Maria', last: 'Schmidt' }],
  ['Madonna', { first: 'Madonna' }, { first: 'Madonna' }],
  ['Jane Doe', {}, { first: 'Jane', last: 'Doe' }],
  ['Jane Smith', { first: 'Anna', last: 'Schmidt' }, { first: 'Jane', last: 'Smith' }],
  ['Wang Wei', { first: 'We' }, {}],
  ['Wang Wei', { first: ' ' }, {}],
])('%s is called as was said, if it is about this name: %j', (name, said, called) => {
  expect(callParts(name, said)).toEqual(called)
})

/** The lines of a table: a name, and what it is called. */
function tableOf(name: string): [full: string, called: string][] {
  const text = readFileSync(`test/fixtures/names/${name}.txt`, 'utf8')
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return lines.map((line) => line.split(' > ') as [string, string])
}

/** Each name by what it is called, what a person would say, and whether it is left in full. */
function judged(
  table: string,
  call: (name: string) => string,
  isLeft: (called: string, name: string) => boolean,
) {
  const all = tableOf(table).map(([name, byPerson]) => ({ name, byPerson, called: call(name) }))
  const left = all.filter(({ name, byPerson, called }) => called !== byPerson && isLeft(called, name))
  const wrong = all.filter((line) => line.called !== line.byPerson && !left.includes(line))
  return { names: all.length, left: left.length, wrong }
}

test('no company is called otherwise than a person would; some keep their full name', () => {
  const found = judged('companies', shortCompany, (called, name) => called === name)
  expect(found).toMatchObject({ names: 142, wrong: [] })
  expect(found.left).toBeLessThan(10)
})

test('no person is called otherwise than a person would; some are not called', () => {
  const call = (name: string) => {
    const parts = partsOfName(name)
    return parts ? `${parts.first} | ${parts.last}` : '-'
  }
  const found = judged('people', call, (called) => called === '-')
  expect(found).toMatchObject({ names: 120, wrong: [] })
  expect(found.left).toBeLessThan(40)
})

test.each([
  ['Prairie AG LLC', 'Prairie AG'],
  ['SAS Institute Inc.', 'SAS Institute'],
  ['SC Johnson', 'SC Johnson'],
  ['AB InBev SA/NV', 'AB InBev'],
  ['Ltd Commodities LLC', 'Ltd Commodities'],
  ['Deutsche Holz AG (London Branch)', 'Deutsche Holz'],
])('%s is called %s', (company, short) => {
  expect(shortCompany(company)).toBe(short)
})
