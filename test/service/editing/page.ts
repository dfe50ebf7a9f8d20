import type { EditorSession } from '../../../wire/editor.ts'

/** A page, as a browser lets its scripts ask. */
export interface AskingPage {
  /** Undefined for what is no page. */
  origin: string | undefined
  session?: string
}

interface PageAnswer<Body> {
  status: number
  headers: Headers
  /** Whether a browser would let the page's script read it. */
  isReadable: boolean
  body: Body
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
): Promise<PageAnswer<Body>> {
  const answer = await fetch(`${url}/editor${path}`, {
    method,
    headers: {
      ...(origin !== undefined && { origin }),
      ...(session !== undefined && { authorization: `Bearer ${session}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await answer.text()
  const { status, headers } = answer
  const isReadable = headers.get('access-control-allow-origin') === origin
  return { status, headers, isReadable, body: (text === '' ? undefined : JSON.parse(text)) as Body }
}

/** Exchanges a ticket as the page of these tests does. */
export function begin(service: { url: string }, ticket: string, origin: string | undefined = pageOrigin) {
  return askAs<EditorSession>(service, { origin }, 'POST', '/session', { ticket })
}
