import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { personalise } from '../../edge/personalise.ts'
import type { ContentItem } from '../../wire/record.ts'
import { withoutRecord } from './rewrite.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})

afterEach(() => {
  vi.useRealTimers()
})

const head = '<!doctype html><head></head><body>'
const item = (selector: string): ContentItem => ({ selector, type: 'text', payload: 'Ada' })

/** A visitor of a page that comes in pieces, each when it is sent; time passes only when it is said to. */
function visit(items: ContentItem[], type = 'text/html; charset=utf-8') {
  let origin: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        origin = controller
      },
    },
    { highWaterMark: 0 },
  )
  const record = { pattern: 'Ada', language: 'en', content: items, analytics: [] }
  const reader = personalise(
    new Response(body, { headers: { 'content-type': type } }),
    record,
    new Request('https://www.example.com/'),
    () => {},
  ).body?.getReader()
  const read = async () => {
    const { value, done } = (await reader?.read()) ?? {}
    return done ? undefined : Buffer.from(value ?? []).toString()
  }
  return {
    send: (html: string) => origin?.enqueue(new TextEncoder().encode(html)),
    end: () => origin?.close(),
    async pass(ms: number) {
      await settled()
      vi.advanceTimersByTime(ms)
      await settled()
    },
    async next() {
      const html = await read()
      return html === undefined ? undefined : withoutRecord(html)
    },
    async rest() {
      return withoutRecord(await this.whole())
    },
    async whole() {
      let html = ''
      for (let piece = await read(); piece !== undefined; piece = await read()) html += piece
      return html
    },
  }
}

/** Promises that are ready have been heard. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('a target whose end does not come within 100 ms goes on as it is, and the page after it is changed', async () => {
  const page = visit([item('.a'), item('.b')])
  page.send(head)
  expect(await page.next()).toContain(head.slice(0, 20))
  page.send('<p class=a>Loading')
  const seen = page.rest()
  await page.pass(99)
  await page.pass(1)
  page.send(' done</p><p class=b>B</p>')
  page.end()
  expect(await seen).toMatch(
    /<p class=a>Loading done<\/p><p data-motif="Ada text" data-motif-text="B" class=b>Ada<\/p>$/,
  )
})

test.each([
  ['within 100 ms', 50, 49, 'Ada'],
  ['in many small pieces over more than that', 60, 60, 'Loading done'],
])('a target that comes %s', async (_, first, second, wanted) => {
  const page = visit([item('.a')])
  page.send(`${head}<p class=a>Load`)
  const seen = page.rest()
  await page.pass(first)
  page.send('ing d')
  await page.pass(second)
  page.send('one</p>')
  page.end()
  expect(await seen).toContain(`>${wanted}</p>`)
})

const beginning = '<!doctype html><head>'
const script = '<script>1</script>'
const rest = '<meta charset="utf-8"><title>Größe</title><p class=a>A</p>'
const record = '<script type="application/json" id="motif-record">'

test('a declaration of the encoding that comes after a script keeps its place, and the record goes behind it', async () => {
  const page = visit([item('.a')], 'text/html')
  page.send(beginning + script)
  const seen = page.whole()
  await page.pass(99)
  page.send(rest)
  page.end()
  expect(await seen).toMatch(`${beginning}${script}<meta charset="utf-8"><title>Größe</title>${record}`)
  expect(await seen).toContain('>Ada</p>')
})
