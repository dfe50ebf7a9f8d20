import type { PageRecord } from '../wire/record.ts'
import { personalHeaders } from './headers.ts'
import { Rewriter } from './rewriter.ts'

/** Whether an answer is a complete page of uncompressed HTML. */
export function isPage({ status, headers, body }: Response): boolean {
  const type = headers.get('content-type') ?? ''
  const isAttachment = /^\s*attachment/i.test(headers.get('content-disposition') ?? '')
  const isOtherEncoding =
    /charset\s*=\s*["']?(?:utf-?(?:16|32|7)|(?:cs)?(?:iso-?2022|unicode)|(?:iso-10646-)?ucs-2|hz-gb)/i.test(
      type,
    )
  if (headers.has('content-encoding')) return false
  return status === 200 && !!body && /^\s*text\/html\b/i.test(type) && !isAttachment && !isOtherEncoding
}

/**
 * The same page with the record in it, rewritten as it streams.
 *
 * @param tell called at the end of the page, with whether it was rewritten up to there
 */
export function personalise(
  page: Response,
  record: PageRecord,
  pageUrl: string,
  tell: (isWhole: boolean) => void,
): Response {
  return new Response(page.body && rewritten(page.body, new Rewriter(record, pageUrl, true), tell), {
    status: page.status,
    statusText: page.statusText,
    headers: personalHeaders(page.headers),
  })
}

/** The rewritten stream. It reads only when the consumer does, and cancelling it cancels the request to the origin. */
function rewritten(
  body: ReadableStream<Uint8Array>,
  rewriter: Rewriter,
  tell: (isWhole: boolean) => void,
): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  return new ReadableStream(
    {
      async pull(controller) {
        for (let isWaiting = true; isWaiting; ) {
          const { done, value } = await reader.read()
          const pieces = done ? rewriter.end() : rewriter.push(value)
          for (const piece of pieces) controller.enqueue(piece)
          if (done) {
            controller.close()
            tell(!rewriter.isLeft)
          }
          isWaiting = !done && pieces.length === 0
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}
