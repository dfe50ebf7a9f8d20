import type { EditorSession } from '../../../wire/editor.ts'
import { sendTo } from '../../support/service.ts'

/** A page, as a browser lets its scripts ask. */
export interface AskingPage {
  /** Undefined for what is no page. */
  origin: string | undefined
  session?: string
}

/** Where the templates of these tests have their page. */
export const pageOrigin = 'https://www.example.com'

export const ticketOf = (url: string) => /[#&]motif-edit=([\w-]{43})$/.exec(url)?.[1] ?? ''

/** Asks at `/editor/…` as a script of a page does. */
export async function askAs<Body = { error: number; message: string }>(
  { url }: { url: string },
  { origin, session }: AskingPage,
  method: string,
  path: string,
  body?: unknown,
) {
  const options = {
    body,
    headers: { ...(origin !== undefined && { origin }) },
    ...(session && { token: session }),
  }
  const answer = await sendTo<Body>(url, method, `/editor${path}`, options)
  /** Whether a browser would let the page's script read it. */
  const isReadable = answer.headers.get('access-control-allow-origin') === origin
  return { ...answer, isReadable }
}

/** Exchanges a ticket as the page of these tests does. */
export function begin(service: { url: string }, ticket: string, origin: string | undefined = pageOrigin) {
  return askAs<EditorSession>(service, { origin }, 'POST', '/session', { ticket })
}
