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

/** Legal forms of many countries, and names that have the letters of one. */
test.each([
  ['Müller & Söhne GmbH', 'Müller & Söhne'],
  ['Elbtal Maschinenbau Gesellschaft mit beschränkter Haftung', 'Elbtal Maschinenbau'],
  ['Donau Holz Ges.m.b.H.', 'Donau Holz'],
  ['Greenwave S.à r.l.', 'Greenwave'],
  ['SARL Garage du Pont', 'Garage du Pont'],
  ['Brasserie du Canal SA/NV', 'Brasserie du Canal'],
  ['Waterlijn B.V.', 'Waterlijn'],
  ['Vetreria Fenice S.r.l.', 'Vetreria Fenice'],
  ['Construcciones Vega Sociedad Limitada', 'Construcciones Vega'],
  ['Cortiça Real, Lda.', 'Cortiça Real'],
  ['Bursztyn Sp. z o.o.', 'Bursztyn'],
  ['Tatry Sklo, s. r. o.', 'Tatry Sklo'],
  ['Balaton Bor Kft.', 'Balaton Bor'],
  ['Jadran Brod d.o.o.', 'Jadran Brod'],
  ['Aktiebolaget Trätorn', 'Trätorn'],
  ['Jysk Vind A/S', 'Jysk Vind'],
  ['Kuusi Oy', 'Kuusi'],
  ['Acme Robotics, Inc.', 'Acme Robotics'],
  ['Whitcombe and Sons Limited', 'Whitcombe and Sons'],
  ['Reef Divers Pty. Ltd.', 'Reef Divers'],
  ['Ganga Textiles Private Limited', 'Ganga Textiles'],
  ['Lotus Trading Co., Ltd.', 'Lotus Trading'],
  ['Agave Norte S.A. de C.V.', 'Agave Norte'],
  ['Ege Zeytin Ltd. Şti.', 'Ege Zeytin'],
  ['株式会社青空', '青空'],
  ['ООО «Ромашка»', 'Ромашка'],
  ['Stichting Open Water', 'Stichting Open Water'],
  ['Prairie AG LLC', 'Prairie AG'],
  ['SAS Institute Inc.', 'SAS Institute'],
  ['SC Johnson', 'SC Johnson'],
  ['AB InBev SA/NV', 'AB InBev'],
  ['Ltd Commodities LLC', 'Ltd Commodities'],
  ['Deutsche Holz AG (London Branch)', 'Deutsche Holz'],
])('%s is called %s', (company, short) => {
  expect(shortCompany(company)).toBe(short)
})
