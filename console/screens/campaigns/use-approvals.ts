import { useState } from 'preact/hooks'
import { ask, type Failure } from '../../api/client.ts'
import { toFailure } from '../../parts/use-loaded.ts'

/** That a page was approved as it was then. */
interface Approval {
  content: string
  /** When the page that was looked at was made. */
  seenAt: string
  /** Its place among those that wait. */
  at: number
}

/**
 * Approvals of a campaign's pages, sent while one goes on to the next page; `goBack` shows one that was made again as it is now, at
 * its place.
 */
export function useApprovals(id: string, goBack: (at: number) => void) {
  const [approved, setApproved] = useState<ReadonlySet<string>>(new Set())
  /** Contents of pages that were made again since they were looked at, and are not approved. */
  const [madeAgain, setMadeAgain] = useState<ReadonlySet<string>>(new Set())
  const [failed, setFailed] = useState<(Approval & { failure: Failure })[]>([])
  /** Takes an approval back here: other words wait for approval again. */
  const forget = (content: string) => setApproved((before) => excluding(before, content))

  const approve = async (approval: Approval) => {
    const { content, seenAt, at } = approval
    setApproved((before) => including(before, content))
    setMadeAgain((before) => excluding(before, content))
    setFailed((before) => before.filter((each) => each.content !== content))
    try {
      // A page that is still being made cannot be approved.
      const { changed } = await ask('POST /v1/campaigns/:id/review', {
        params: { id },
        json: { people: [content], review: 'approved', seen: { [content]: seenAt } },
      })
      if (changed === 0) forget(content)
    } catch (error) {
      forget(content)
      const failure = toFailure(error)
      if (failure.status !== 409) return setFailed((before) => [...before, { ...approval, failure }])
      goBack(at)
      setMadeAgain((before) => including(before, content))
    }
  }

  return {
    approved,
    madeAgain,
    failure: failed[0]?.failure,
    approve,
    tryAgain: () => failed.forEach(approve),
    forget,
  }
}

function including(contents: ReadonlySet<string>, content: string): ReadonlySet<string> {
  return new Set([...contents, content])
}

function excluding(contents: ReadonlySet<string>, content: string): ReadonlySet<string> {
  return new Set([...contents].filter((each) => each !== content))
}
