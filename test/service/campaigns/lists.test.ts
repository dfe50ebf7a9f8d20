import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { guardCell, toCsvRow, unguardCell } from '../../../service/base/words/csv-cell.ts'
import type { ListLine } from '../../../service/campaigns/list/line.ts'
import { readList } from '../../../service/campaigns/list/read-list.ts'
import { spoolList } from '../../../service/campaigns/list/receive-list.ts'
import { meantLanguageOf } from '../../../service/prospects/lists/languages.ts'
import { compareLists } from './random-lists.ts'
import { type Understood, understand } from './read.ts'

const folder = 'test/fixtures/lists'
const lists = (await readdir(folder)).filter((name) => !name.endsWith('.json'))

describe('a list as spreadsheets and CRMs export it', () => {
  test.each(lists)('%s: what comes out is what it says', async (name) => {
    const expected = JSON.parse(
      readFileSync(join(folder, name.replace(/\.\w+$/, '.json')), 'utf8'),
    ) as Understood
    expect(await understand({ file: join(folder, name) })).toEqual(expected)
    expect(await understand(readFileSync(join(folder, name)))).toEqual(expected)
  })

  test('made at random, each line is what an independent reader makes of it', async () => {
    expect(await compareLists({ seed: Date.now() % 1_000_000, count: 100 })).toEqual([])
  })
})

test('how many lines a list has is known before the first one is kept, for who waits for it', async () => {
  const list = await spoolList(chunksOf('email\na@b.example\nc@d.example\n'))
  expect(list.lines).toBe(3)
  await list.close()
})

describe('a list that is too large is refused before anything of it is kept', () => {
  const send = (text: string, limits: { bytes: number; lines: number }) =>
    spoolList(chunksOf(text), limits).then(
      (list) => list.close(),
      (error: Error) => error.message,
    )

  test('by its bytes', async () => {
    const limits = { bytes: 1024 * 1024, lines: 100 }
    expect(await send('a'.repeat(1024 * 1024), limits)).toBeUndefined()
    expect(await send('a'.repeat(1024 * 1024 + 1), limits)).toMatch(/at most 1 MiB/)
  })

  test('by its lines, the header not counted', async () => {
    const limits = { bytes: 1024, lines: 3 }
    expect(await send('header\n1\n2\n3\n', limits)).toBeUndefined()
    expect(await send('header\n1\n2\n3\n4\n', limits)).toMatch(/at most 3 lines/)
  })
})

describe('a list that would grow where it is kept', () => {
  const read = async (text: string) => {
    const spooled = await spoolList(chunksOf(text))
    try {
      const lines: ListLine[] = []
      for await (const line of (await readList(spooled)).lines) lines.push(line)
      return lines
    } finally {
      await spooled.close()
    }
  }

  test.each([
    ['CSV', 'email,note\n', 'nobody,'],
    ['NDJSON', '', '{"email":"'],
  ])('by its lines: of a long one of %s the beginning is kept', async (_format, header, beginning) => {
    const [line] = await read(`${header}${beginning}${'x'.repeat(40_000)}\n`)
    expect(line).toMatchObject({ cells: [], problem: expect.any(String) })
    expect(line?.text).toMatch(new RegExp(`^${beginning}x*$`))
    expect(line?.text).toHaveLength(1000)
  })

  test('by its columns: it is refused', async () => {
    const titles = Array.from({ length: 1001 }, (_, at) => `c${at}`)
    await expect(read(`email,${titles.slice(2)}\nada@acme.example\n`)).resolves.toHaveLength(1)
    await expect(read(`email,${titles}\nada@acme.example\n`)).rejects.toThrow('1002 columns')
  })
})

describe('a list whose first bytes come one by one', () => {
  test.each(['utf-16le', 'utf-8'] as const)('is read as %s', async (encoding) => {
    const text = '\uFEFFE-mail\nada@acme.example\n'
    const list = await spoolList(byteByByte(Buffer.from(text, encoding)))
    expect(list.encoding).toBe(encoding)
    const lines: (string | undefined)[] = []
    for await (const { value } of list.read()) lines.push(value)
    expect(lines).toEqual(['E-mail', 'ada@acme.example'])
    await list.close()
  })
})

describe('a list whose letters are written in two ways', () => {
  const read = async (bytes: Buffer, pieces: (bytes: Buffer) => AsyncIterable<Uint8Array>) => {
    const list = await spoolList(pieces(bytes))
    const lines: (string | undefined)[] = []
    for await (const { value } of list.read()) lines.push(value)
    await list.close()
    return { encoding: list.encoding, lines }
  }
  const utf8 = 'email,name\nj@a.example,J\u00fcrgen \u0160ev\u010d\u00edk \ud83c\udf81\n'

  test('is read as most of it is written, and the other letters are right, too', async () => {
    const mixed = Buffer.concat([
      Buffer.from(`\ufeff${utf8}`),
      Buffer.from('b@b.example,B\u00e4cker\n', 'latin1'),
    ])
    const expected = { encoding: 'utf-8', lines: [...utf8.trim().split('\n'), 'b@b.example,B\u00e4cker'] }
    expect(await read(mixed, byteByByte)).toEqual(expected)
  })

  test.each([0, 1, 2, 3])(
    'also where a letter lies across what is read at once, %d bytes further',
    async (more) => {
      const line = '\ud83c\udf81'.repeat(100)
      const text = `${'x'.repeat(more)}\n${`${line}\n`.repeat(2000)}`
      const { lines } = await read(Buffer.concat([Buffer.from(text), Buffer.from([0xe4])]), inOne)
      expect([lines.length, new Set(lines.slice(1, -1)), lines.at(-1)]).toEqual([
        2002,
        new Set([line]),
        '\u00e4',
      ])
    },
  )

  test('keeps what is left of a letter that was cut', async () => {
    const cut = Buffer.concat([Buffer.from(utf8), Buffer.from('M\u00fc').subarray(0, 2)])
    expect(await read(cut, byteByByte)).toEqual({
      encoding: 'utf-8',
      lines: [...utf8.trim().split('\n'), 'M\u00c3'],
    })
  })

  test('is Windows-1252 where that is as likely', async () => {
    const old = Buffer.from('name\nB\u00e4cker\nM\u00fcller\n', 'latin1')
    expect(await read(old, byteByByte)).toEqual({
      encoding: 'windows-1252',
      lines: ['name', 'B\u00e4cker', 'M\u00fcller'],
    })
  })
})

async function* byteByByte(bytes: Buffer) {
  for (const byte of bytes) yield Buffer.from([byte])
}

async function* inOne(bytes: Buffer) {
  yield bytes
}

async function* chunksOf(text: string) {
  yield Buffer.from(text)
}

describe('a cell of a file that goes out', () => {
  test.each([
    ' =1',
    '\u00a0=1',
    '\n=2+5',
    '\ufeff=1',
    '\u202e=1',
    '＝1+1',
    '＋1',
    '－1',
    '＠A1',
    '\u0001\u3000=1',
    '=1+1',
    '+49 1',
    '-5',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    "'=1",
    "''-",
  ])('%j does not run, and comes back as it went', (cell) => {
    expect(guardCell(cell)).toBe(`'${cell}`)
    expect(unguardCell(guardCell(cell))).toBe(cell)
  })

  test.each(['Jane', "O'Neil", "'quoted'", ' 1', '', '5-4', 'Jo ＝ Ann'])('%j stays as it is', (cell) => {
    expect(guardCell(cell)).toBe(cell)
    expect(unguardCell(cell)).toBe(cell)
  })

  test('stands between quotation marks where it must', () => {
    expect(toCsvRow(['a', 'b,c', 'd"e', 'f\ng', ' h', '=i,j'])).toBe(
      'a,"b,c","d""e","f\ng"," h","\'=i,j"\r\n',
    )
  })
})

test.each([
  ['de', 'de'],
  ['DE_at', 'de-AT'],
  ['en-US', 'en-US'],
  ['German', 'de'],
  ['Deutsch', 'de'],
  ['Französisch', 'fr'],
  ['français', 'fr'],
  ['Klingonisch', undefined],
  ['', undefined],
])('the language %j of a list means %j', (text, language) => {
  expect(meantLanguageOf(text)).toBe(language)
})
