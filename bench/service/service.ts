import type { PartOptions, PartResult } from '../report/row.ts'
import { measureCollectors } from './collector-part.ts'
import { measureCreation } from './creation.ts'
import { measureRecordRequests } from './record-requests.ts'

/** Measures the service: what pages fetch, what they send, and what API clients wait for. */
export async function measure(options: PartOptions): Promise<PartResult> {
  const requests = await measureRecordRequests(options)
  const collectors = await measureCollectors(options)
  const creation = await measureCreation(options)
  const all = [requests, collectors, creation]
  return {
    rows: all.flatMap(({ rows }) => rows),
    measured: { requests: requests.measured, collectors: collectors.measured, creation: creation.measured },
    notes: all.flatMap(({ notes }) => notes),
  }
}
