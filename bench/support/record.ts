import { resolve } from 'node:path'
import { clientOf } from './api.ts'
import type { MotifProcess } from './motif-process.ts'

/** The bench's templates. There is one, `bench`, with the four changes of the landing page. */
export const templatesDir = resolve('bench/templates')

/** Creates the content record of the landing page, and returns its pattern. */
export async function createRecord(motif: MotifProcess): Promise<string> {
  const client = clientOf(motif)
  const additional = { company: 'Acme Wind', industry: 'Wind' }
  const prospect = await client.createProspect({ email: 'jane.doe@acme.example', additional })
  await client.whenEnriched(prospect.id)
  const { id } = await client.createContent(prospect.id, 'bench')
  return (await client.whenCompleted(id, 20)).pattern
}
