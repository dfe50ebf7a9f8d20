import type { PageRecord } from '../wire/record.ts'

/** What no server needs: then the record is given up. */
const patienceMs = 10_000

/** The record in an answer; `undefined` for any other answer, for garbage, and for none in ten seconds. */
export const readRecord = async (
  response: Promise<Response | undefined>,
): Promise<PageRecord | undefined> => {
  const answer = await Promise.race([response, new Promise<undefined>((end) => setTimeout(end, patienceMs))])
  const record = answer?.ok && (await answer.json())
  return Array.isArray(record?.content) && Array.isArray(record.analytics) ? record : undefined
}
