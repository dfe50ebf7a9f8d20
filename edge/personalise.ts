import type { PageRecord } from '../wire/record.ts'
import { makesShadowRoots } from './browser.ts'
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

/** A target whose end the origin has not sent after this time is left to the browser, so that visitors see what there is. */
const maxHoldMs = 100

/**
 * The same page with the record in it, rewritten as it streams.
 *
 * @param tell called at the end of the page, with whether it was rewritten up to there
 */
export function personalise(
  page: Response,
  record: PageRecord,
  { url, headers }: Request,
  tell: (isWhole: boolean) => void,
): Response {
  const isEncodingKnown = /charset\s*=/i.test(page.headers.get('content-type') ?? '')
  const options = { hasMarks: true, hasRoots: makesShadowRoots(headers) }
  const rewriter = new Rewriter(record, url, options, isEncodingKnown)
  const { status, statusText, body } = page
  const personal = personalHeaders(page.headers)
  return new Response(body && rewritten(body, rewriter, tell), { status, statusText, headers: personal })
}

/** The rewritten stream. It reads only when the consumer does, and cancelling it cancels the request to the origin. */
function rewritten(
  body: ReadableStream<Uint8Array>,
  rewriter: Rewriter,
  tell: (isWhole: boolean) => void,
): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  const hold = createHold()
  /** What the origin sends next, if that was asked for already. */
  let next: ReturnType<typeof reader.read> | undefined
  return new ReadableStream(
    {
      async pull(controller) {
        for (let isWaiting = true; isWaiting; ) {
          next ??= reader.read()
          const { held } = rewriter
          const read = held ? await hold.wait(held, next) : await next
          if (read) next = undefined
          const bytes = !read ? rewriter.release() : read.done ? rewriter.end() : rewriter.push(read.value)
          if (bytes.length > 0) controller.enqueue(bytes)
          if (read?.done) {
            controller.close()
            tell(!rewriter.isLeft)
          }
          isWaiting = !read?.done && bytes.length === 0
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}

/** Limits how long a target is held back. Only waiting for the origin counts, so that slow visitors get as much as others. */
function createHold() {
  let present: object | undefined
  let waitedMs = 0
  return {
    /** Waits for what the origin sends next; `undefined` if this target has been held back for too long before that. */
    async wait<Next>(held: object, next: Promise<Next>): Promise<Next | undefined> {
      if (held !== present) waitedMs = 0
      present = held
      const began = performance.now()
      let timer: ReturnType<typeof setTimeout> | undefined
      const tooLong = new Promise<undefined>((resolve) => {
        timer = setTimeout(resolve, Math.max(0, maxHoldMs - waitedMs), undefined)
      })
      try {
        return await Promise.race([next, tooLong])
      } finally {
        clearTimeout(timer)
        waitedMs += performance.now() - began
      }
    },
  }
}
