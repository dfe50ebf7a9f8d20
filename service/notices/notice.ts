import type { Content } from '../model/content.ts'

/** What other programs are notified of, by type: the subject that the notice carries. */
interface NoticeSubjects {
  'content.completed': Content
}

type NoticeType = keyof NoticeSubjects

/** When it happened, as a notice's `timestamp` says it. A new type of notice is a subject above and an entry here. */
const timestampOf: { [Type in NoticeType]: (subject: NoticeSubjects[Type]) => string } = {
  'content.completed': ({ updatedAt }) => updatedAt,
}

/**
 * The body of a notice, as JSON text.
 *
 * @example
 * { "type": "content.completed", "timestamp": "2026-11-20T12:00:00.000Z", "data": { "id": "…", "status": "completed", … } }
 */
export function noticeBody<Type extends NoticeType>(type: Type, subject: NoticeSubjects[Type]): string {
  return JSON.stringify({ type, timestamp: timestampOf[type](subject), data: subject })
}
