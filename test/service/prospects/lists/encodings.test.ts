import { expect, test } from 'vitest'
import { readBeginning } from '../../../../service/campaigns/import/read-beginning.ts'
import { understand } from './understand.ts'

/** What programs of these countries write, a title and a cell in each column, but for the address. */
const lists: [program: string, encoding: string, titles: string, cells: string][] = [
  ['Excel, Poland', 'windows-1250', 'Imię;Nazwisko;Nazwa firmy', 'Łucja;Gąsior;Żubr Łódź'],
  ['Excel, Czechia', 'windows-1250', 'Jméno;Příjmení;Společnost', 'Jiří;Dvořák;Řezníček s.r.o.'],
  ['Excel, Hungary', 'windows-1250', 'First Name;Last Name;Company', 'Győző;Szűcs;Tükör Kft.'],
  ['1C, Russia', 'windows-1251', 'Имя;Фамилия;Контрагент', 'Пётр;Щукин;Северный ветер'],
  ['a mailer, Russia', 'koi8-r', 'First Name;Last Name;Company', 'Юлия;Орлова;Ладога Софт'],
  ['Outlook, Germany', 'windows-1252', 'Vorname;Nachname;Firma', 'Jörg;Groß;Müller & Söhne'],
  ['Excel for Mac, France', 'macintosh', 'Prénom;Nom de famille;Société', 'Chloé;Lefèvre;Forêt Bleue'],
  ['Excel, Greece', 'windows-1253', 'Όνομα;Επώνυμο;Εταιρεία', 'Ελένη;Οικονόμου;Αιγαίο Α.Ε.'],
  ['Excel, Turkey', 'windows-1254', 'Ad;Soyad;Şirket', 'Işıl;Yılmaz;Güneş Gıda A.Ş.'],
  ['Excel, Israel', 'windows-1255', 'שם פרטי;שם משפחה;חברה', 'מיכל;כהן;אור ירוק'],
  ['Excel, Egypt', 'windows-1256', 'الاسم الأول;اسم العائلة;الشركة', 'سارة;منصور;شركة النور'],
  ['Excel, Lithuania', 'windows-1257', 'First Name;Last Name;Company', 'Rūta;Žukauskas;Žalgiris UAB'],
  ['Excel, Japan', 'shift_jis', '名;姓;会社名', '太郎;田中;株式会社ミライ'],
  ['Excel, China', 'gbk', '名字;姓氏;公司名称', '伟;张;北京科技有限公司'],
  ['Excel, Taiwan', 'big5', '名字;姓氏;公司名稱', '志明;陳;台灣電子股份有限公司'],
  ['Excel, Korea', 'euc-kr', '이름;성;회사명', '민수;김;한국전자'],
]

test.each(lists)(
  '%s: a list in %s is read as it was written, or as somebody says',
  async (_program, encoding, titles, cells) => {
    const [first = '', last = '', company] = cells.split(';')
    const bytes = encode(
      `${titles};E-mail\r\n${cells};a@firm.example\r\nKim;Low;Acme;b@firm.example\r\n`,
      encoding,
    )
    const name = /\p{sc=Han}|\p{sc=Hangul}/u.test(last) ? `${last}${first}` : `${first} ${last}`
    expect(await understand(bytes)).toMatchObject({
      columns: 'firstName lastName company email',
      lines: [`2 a@firm.example | ${name} | ${company}`, '3 b@firm.example | Kim Low | Acme'],
    })
    expect(await read(bytes)).toMatchObject({ encoding, letters: cells.split(';').join(', ') })
    expect(await read(Buffer.from('E-mail\na@b.example\n'), encoding)).toMatchObject({ encoding })
  },
)

test('an encoding that nobody knows is told', async () => {
  await expect(read(Buffer.from('E-mail\n'), 'latin-99')).rejects.toThrow(
    /^encoding: must be one .* windows-1250/,
  )
})

const read = (bytes: Uint8Array, encoding?: string) =>
  readBeginning(new Blob([bytes as Uint8Array<ArrayBuffer>]).stream(), encoding ? { encoding } : {})

/** The bytes of a text: what `TextDecoder` reads, turned round. */
function encode(text: string, encoding: string): Uint8Array {
  const decoder = new TextDecoder(encoding)
  const all = Array.from({ length: 0x10000 }, (_, code) => (code < 0x100 ? [code] : [code >> 8, code & 0xff]))
  const letters = new Map(all.reverse().map((bytes) => [decoder.decode(Buffer.from(bytes)), bytes]))
  return Buffer.from([...text].flatMap((letter) => letters.get(letter) ?? []))
}
