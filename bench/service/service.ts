import type { PartOptions, PartResult } from '../report/row.ts'
import { measureCreation } from './creation.ts'
import { measureRecordRequests } from './record-requests.ts'

/** Measures the service: what pages fetch, and what API clients wait for. */
export async function measure(options: PartOptions): Promise<PartResult> {
  const requests = await measureRecordRequests(options)
  const creation = await measureCreation(options)
  const all = [requests, creation]
  return {
    rows: all.flatMap(({ rows }) => rows),
    measured: { requests: requests.measured, creation: creation.measured },
    notes: all.flatMap(({ notes }) => notes),
  }
}
