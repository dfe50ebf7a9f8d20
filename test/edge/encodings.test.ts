import { describe, expect, test } from 'vitest'
import { isPage, personalise } from '../../edge/personalise.ts'
import { recordIn, rewrite, withoutRecord } from './rewrite.ts'

const items = [
  { selector: '.t', type: 'text' as const, payload: 'Ada – für Sie 表' },
  { selector: '#x', type: 'href' as const, payload: '/ü?a=表' },
]
const made = '<h1 class=t>Ada &#8211; f&#252;r Sie &#34920;</h1>'

/** Bytes of one text, some of which look like letters and a backslash. */
const words: [string, number[], string][] = [
  ['windows-1252', [0x93, 0xe9, 0x94], '“é”'],
  ['iso-8859-7', [0xe1, 0xe2], 'αβ'],
  ['koi8-r', [0xe1, 0xe2], 'АБ'],
  ['utf-8', [0xe8, 0xa1, 0xa8], '表'],
  ['shift_jis', [0x95, 0x5c, 0x83, 0x41], '表ア'],
  ['euc-jp', [0xc9, 0xbd], '表'],
  ['gb18030', [0x81, 0x30, 0x81, 0x30, 0xb1, 0xed], '\x80表'],
  ['big5', [0xa5, 0x5c], '功'],
  ['euc-kr', [0xc7, 0xa5], '표'],
  ['of no name', [0x93, 0xe9, 0x94], '“é”'],
]

test.each(words)(
  'a page in %s stays in it, and what is put in is in words of ASCII',
  (charset, bytes, text) => {
    const isNamed = charset !== 'of no name'
    const own = String.fromCharCode(...bytes)
    const meta = isNamed ? `<meta charset=${charset}>` : ''
    const page = (heading: string, href: string) =>
      `<!doctype html>${meta}<title>${own}</title><p title="${own}">${own}</p>${heading}<a ${href} title='${own}'>${own}</a>`
    const bytesOfPage = Buffer.from(page(`<h1 class=t>${own}</h1>`, 'id=x'), 'latin1')
    for (const size of [1, 3, 1e9]) {
      const out = rewrite(bytesOfPage, items, () => size)
      expect(recordIn(out)).toMatchObject({ content: items })
      expect(withoutRecord(out)).toBe(page(made, 'href="/&#252;?a=&#34920;" id=x'))
      const read = new TextDecoder(isNamed ? charset : 'windows-1252').decode(Buffer.from(out, 'latin1'))
      expect(read).toContain(`<p title="${text}">${text}</p>${made}`)
    }
  },
)

test.each(['utf-16le', 'utf-16be'])(
  'a page in %s goes by, declared or not, with a mark or without',
  (charset) => {
    const page = '<!doctype html><h1 class=t>A</h1>'
    for (const mark of ['', '\ufeff']) {
      const bytes = Buffer.from(mark + page, 'utf16le')
      if (charset === 'utf-16be') bytes.swap16()
      for (const size of [1, 1e9]) expect(rewrite(bytes, items, () => size)).toBe(bytes.toString('latin1'))
    }
  },
)

test.each([
  ['text/html', true],
  ['Text/HTML;charset=windows-1252', true],
  ['text/html; charset="shift_jis"', true],
  ['text/html; charset=utf-16', false],
  ['text/html; charset=csISO2022JP', false],
  ['application/xhtml+xml', false],
  ['application/json', false],
])('an answer that is %s is a page: %s', (type, is) => {
  expect(isPage(new Response('a', { headers: { 'content-type': type } }))).toBe(is)
})

describe('a page whose encoding only a meta element declares', () => {
  const long = { selector: '.t', type: 'text' as const, payload: 'Ada '.repeat(500) }
  const record = { pattern: 'AAAAAAAAAAAAAAAAAAAAAA', language: 'en', content: [long], analytics: [] }
  const through = (page: string, type = 'text/html') =>
    personalise(
      new Response(page, { headers: { 'content-type': type } }),
      record,
      new Request('https://a.example/'),
      () => {},
    ).text()
  const meta = '<meta charset="utf-8">'
  const first = '<!doctype html><head><noscript><img src=/x.gif></noscript><script>1</script>'

  test('keeps the declaration where browsers look for it, whatever stands before it', async () => {
    const out = await through(`${first}${meta}<script src=/tag.js></script></head><p class=t>Größe</p>`)
    expect(out.startsWith(`${first}${meta}<script type="application/json" id="motif-record">`)).toBe(true)
    expect(out).toContain(`>${long.payload}</p>`)
  })

  test('gets the record before its first script where the declaration comes before that, or is in a header', async () => {
    const page = `<!doctype html>${meta}<script src=/tag.js></script><p class=t>Größe</p>`
    expect(await through(page)).toMatch(
      /<meta charset="utf-8"><script type="application\/json" id="motif-record">/,
    )
    const late = `${first}${meta}<p class=t>Größe</p>`
    for (const type of ['text/html; charset=utf-8', 'Text/HTML;Charset="UTF-8"'])
      expect(await through(late, type)).toMatch(
        /<\/noscript><script type="application\/json" id="motif-record">/,
      )
    expect(await through(`\ufeff${late}`)).toMatch(
      /<\/noscript><script type="application\/json" id="motif-record">/,
    )
  })

  test.each(['p', 'title'])('is left to the browser up to there: %s', async (name) => {
    const before = `<!doctype html><${name} class=t>Before</${name}>${meta}`
    const out = await through(`${before}<p class=t>Behind</p>`)
    expect(out.startsWith(before)).toBe(true)
    expect(out).toMatch(/<p data-motif=[^>]*>Ada Ada/)
  })

  test('has it so late that browsers do not look for it there, or nowhere', async () => {
    const late = `<!doctype html><script>1</script><!--${'x'.repeat(1000)}-->${meta}<p class=t>A</p>`
    const none = '<!doctype html><script>1</script><p class=t>A</p>'
    for (const page of [late, none])
      expect(await through(page)).toMatch(
        /^<!doctype html><script type="application\/json" id="motif-record">/,
      )
  })
})

test('of two tags in one page the first has the record before it, and it stands there once', () => {
  const page =
    '<!doctype html><head><script src=/a.js></script><script async src=/a.js></script></head><p>A</p>'
  const out = rewrite(page, items)
  expect(out.match(/id="motif-record"/g)).toHaveLength(1)
  expect(out).toMatch(/^<!doctype html><head><script type="application\/json" id="motif-record">/)
  expect(withoutRecord(out)).toBe(page)
})
