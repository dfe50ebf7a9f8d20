import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { callParts, partsOfName, shortCompany } from '../../../service/prospects/names/short-names.ts'

const companies = `Greenwave S.à r.l. > Greenwave
Müller & Söhne GmbH > Müller & Söhne
Acme Inc. > Acme
Acme, Inc. > Acme
Lumen Mart LLC > Lumen Mart
Bosch GmbH & Co. KG > Bosch
Henkel AG & Co. KGaA > Henkel
SAP SE > SAP
Danone S.A. > Danone
Fiat S.p.A. > Fiat
Rossi S.r.l. > Rossi
Skoda a.s. > Skoda
Novak s.r.o. > Novak
Orlen Sp. z o.o. > Orlen
Philips N.V. > Philips
Heineken B.V. > Heineken
Nordea Oyj > Nordea
Volvo AB > Volvo
Novo A/S > Novo
Lego ApS > Lego
Equinor ASA > Equinor
Tata Pvt. Ltd. > Tata
Atlas Pty Ltd > Atlas
Sea Pte. Ltd. > Sea
Petrona Sdn. Bhd. > Petrona
Huawei Co., Ltd. > Huawei
Cemex S.A. de C.V. > Cemex
Tesco plc > Tesco
C&A GmbH > C&A
H & M AB > H & M
B+S GmbH & Co. KG > B+S
株式会社トヨタ > トヨタ
トヨタ 株式会社 > トヨタ
Smith & Co. > Smith & Co.
The Limited > The Limited
News Corp > News Corp
The Boeing Company > The Boeing Company
Siemens AG Österreich > Siemens AG Österreich
Dental Calgary, AB > Dental Calgary, AB
Luxury Spa > Luxury Spa
Tourism SA > Tourism SA
AB InBev > AB InBev
GmbH > GmbH
Plain > Plain`

test('a company is called without its legal form, and in full if that is not plain', () => {
  for (const line of companies.split('\n')) {
    const [company = '', short] = line.split(' > ')
    expect([company, shortCompany(company)]).toEqual([company, short])
  }
})

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

test('no company of 562 is called otherwise than a person would; 59 have their full name where a person knows a short one', () => {
  const found = judged('companies', shortCompany, (called, name) => called === name)
  expect(found).toEqual({ names: 562, left: 59, wrong: [] })
})

test('no person of 369 is called otherwise than a person would; 95 are not called where a person knows', () => {
  const call = (name: string) => {
    const parts = partsOfName(name)
    return parts ? `${parts.first} | ${parts.last}` : '-'
  }
  expect(judged('people', call, (called) => called === '-')).toEqual({ names: 369, left: 95, wrong: [] })
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
