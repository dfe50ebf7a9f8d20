import type { Content } from './content.ts'

/** What the subject of a notice is, by the name of its schema. */
interface NoticeSubjects {
  Content: Content
}

interface NoticeRules<Subject extends keyof NoticeSubjects> {
  subject: Subject
  summary: string
  /** What its `timestamp` says. */
  timestampMeans: string
  timestampOf(subject: NoticeSubjects[Subject]): string
}

/** What other programs are notified of, by type. A new one is an entry here; its OpenAPI document follows. */
export const noticeTypes = {
  'content.completed': {
    subject: 'Content',
    summary: 'A content record is completed',
    timestampMeans: 'When it was completed',
    timestampOf: ({ updatedAt }) => updatedAt,
  },
} satisfies Record<string, NoticeRules<'Content'>>

type NoticeType = keyof typeof noticeTypes
type SubjectOf<Type extends NoticeType> = NoticeSubjects[(typeof noticeTypes)[Type]['subject']]

/**
 * The body of a notice, as JSON text.
 *
 * @example
 * { "type": "content.completed", "timestamp": "2026-11-20T12:00:00.000Z", "data": { "id": "…", "status": "completed", … } }
 */
export function noticeBody<Type extends NoticeType>(type: Type, subject: SubjectOf<Type>): string {
  return JSON.stringify({ type, timestamp: noticeTypes[type].timestampOf(subject), data: subject })
}
