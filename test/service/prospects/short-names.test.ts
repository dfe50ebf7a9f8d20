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

test('companies of 28 countries are called as a person would, and 17 of 149 are left alone', () => {
  const companies = tableOf('companies')
  expect(companies.map(([company]) => [company, shortCompany(company)])).toEqual(companies)
  const leftAlone = companies.filter(([company, short]) => company === short)
  expect([leftAlone.length, companies.length]).toEqual([17, 149])
})

test('people are called by names that are plain, and 32 of 52 are left alone', () => {
  const people = tableOf('people')
  const called = people.map(([name]) => {
    const parts = partsOfName(name)
    return [name, parts ? `${parts.first} | ${parts.last}` : '-']
  })
  expect(called).toEqual(people)
  expect([people.filter(([, parts]) => parts === '-').length, people.length]).toEqual([32, 52])
})
