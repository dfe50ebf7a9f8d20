import { answer, idOf, operationsOf, read, readFile, replace } from '../../base/http/schemas/operation.ts'
import { Done, DoneBody, FaultList } from '../today.ts'

/** The operation on what is going on right now. */
export const liveOperations = operationsOf('Live', {
  listFaults: read({
    path: '/faults',
    role: 'viewer',
    summary: 'List what is broken now, as Today shows it: items, pages, receivers',
    answers: {
      description: 'Each with its `kind`',
      schema: FaultList,
    },
  }),
  markDone: replace({
    path: '/today/:id',
    role: 'editor',
    summary: 'Say that the person of a content needs no call any more, until they come again',
    params: { id: idOf('content') },
    body: DoneBody,
    answers: answer(Done),
  }),
  followToday: readFile({
    files: ['text/event-stream'],
    path: '/live',
    role: 'viewer',
    summary: 'Follow who is on a page, who came in the last seven days, and what is broken',
    description:
      'Events named `today`, whose data is all of it as JSON: one at once, one whenever it has changed',
  }),
})
