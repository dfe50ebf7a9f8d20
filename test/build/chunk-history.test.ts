import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findFormerChunks, historyFile, writeChunkHistory } from '../../build/chunk-history.ts'

let dist: string

beforeEach(() => {
  dist = mkdtempSync(join(tmpdir(), 'motif-dist-'))
})
afterEach(() => rmSync(dist, { recursive: true }))

const onDay = (day: number) => new Date(Date.UTC(2026, 0, day))

/** Builds chunks of these names on a day of 2026, and gives those that stay there from before. */
async function build(day: number, ...current: string[]): Promise<string[]> {
  const former = await findFormerChunks(dist, onDay(day))
  await writeChunkHistory(dist, current, former)
  return Object.keys(former).filter((name) => !current.includes(name))
}

describe('chunks of earlier builds', () => {
  test('stay for 30 days after the last build that they were of, however old they are', async () => {
    await build(1, 'track-a.js', 'spool-a.js')
    await build(100, 'track-a.js', 'spool-a.js')
    expect(await build(200, 'track-b.js', 'spool-a.js')).toEqual(['track-a.js'])
    expect(await build(230, 'track-b.js', 'spool-a.js')).toEqual(['track-a.js'])
    expect(await build(231, 'track-b.js', 'spool-a.js')).toEqual([])
  })

  test('that a later build has again are of that one', async () => {
    await build(1, 'track-a.js')
    await build(10, 'track-b.js')
    expect(await build(20, 'track-a.js')).toEqual(['track-b.js'])
    expect(await build(51, 'track-c.js')).toEqual(['track-a.js'])
  })

  test('are none where nothing is built, or where the list of them is broken', async () => {
    expect(await findFormerChunks(dist, onDay(1))).toEqual({})
    writeFileSync(join(dist, historyFile), '{"current":')
    expect(await findFormerChunks(dist, onDay(1))).toEqual({})
  })
})
