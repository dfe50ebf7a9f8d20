import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { linesOf } from '../../../service/base/lines.ts'

async function read(...parts: Buffer[]): Promise<string[]> {
  const lines: string[] = []
  for await (const line of linesOf(Readable.from(parts))) lines.push(line)
  return lines
}

test('only a line feed ends a line, wherever the bytes are cut', async () => {
  const lines = ['', 'one\u2028two\u2029three\u0085four\rfive', 'Zoë 🔥', '', 'no end']
  const bytes = Buffer.from(lines.join('\n'))
  for (let length = 1; length <= bytes.length; length++) {
    const parts = Array.from({ length: Math.ceil(bytes.length / length) }, (_, at) =>
      bytes.subarray(at * length, (at + 1) * length),
    )
    expect(await read(...parts)).toEqual(lines)
  }
  expect(await read(Buffer.from('one\n'))).toEqual(['one'])
  expect(await read()).toEqual([])
})

test('what the stream fails by is thrown, and one that is destroyed just ends', async () => {
  const failing = new Readable({ read: () => {} })
  failing.push('one\ntwo')
  const found: string[] = []
  const reading = (async () => {
    for await (const line of linesOf(failing)) found.push(line)
  })()
  await expect.poll(() => found).toEqual(['one'])
  failing.destroy(new Error('the disk is gone'))
  await expect(reading).rejects.toThrow('the disk is gone')

  const ended = new Readable({ read: () => {} })
  ended.push('one\n')
  const lines = linesOf(ended)
  expect(await lines.next()).toEqual({ done: false, value: 'one' })
  ended.destroy()
  expect(await lines.next()).toEqual({ done: true, value: undefined })
})
