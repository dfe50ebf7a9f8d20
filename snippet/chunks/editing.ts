import { type EditorSession, editName, type OpenEditor } from '../../wire/editor.ts'
import { quietly } from '../life.ts'

/**
 * Opens the editor for who comes with a ticket, which is exchanged for a session that this tab keeps, or with the session.
 * One that is over is forgotten. Where there is none in the end, the page stays as it is. Never rejects.
 *
 * @param host where Motif is, without a slash at the end
 * @param entrance the ticket, or the session as JSON
 */
export const openEditing = async (host: string, entrance: string): Promise<void> => {
  try {
    const isTicket = /^[\w-]+$/.test(entrance)
    const session = await (isTicket ? exchange : resume)(host, entrance)
    if (!session) return
    const { openEditor } = (await import(`${host}/editor.js`)) as { openEditor: OpenEditor }
    openEditor({ host, session })
  } catch {
    // Then it is opened by the next link, or by a reload.
  }
}

/** The session for a ticket; `undefined` for one that is used, late, or another page's. */
const exchange = async (host: string, ticket: string): Promise<EditorSession | undefined> => {
  const response = await fetch(`${host}/editor/session`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ticket }),
    credentials: 'omit',
  })
  const session = response.ok && readSession(await response.text())
  if (!session) return undefined
  quietly(() => {
    sessionStorage.setItem(editName, JSON.stringify(session))
    // By the tab's name the loader notices a session.
    if (!window.name.includes(editName)) window.name = `${window.name} ${editName}`.trim()
  })
  return session
}

/** The session that was kept, unless the service says that it is over. */
const resume = async (host: string, kept: string): Promise<EditorSession | undefined> => {
  const session = readSession(kept)
  if (session && !(await isOver(host, session))) return session
  sessionStorage.removeItem(editName)
  return undefined
}

const isOver = async (host: string, { session }: EditorSession): Promise<boolean> => {
  const headers = { Authorization: `Bearer ${session}` }
  const { status } = await fetch(`${host}/editor/template`, { headers, credentials: 'omit' })
  return status === 401
}

const readSession = (json: string): EditorSession | undefined => {
  try {
    const session = JSON.parse(json)
    return typeof session?.session === 'string' ? session : undefined
  } catch {
    return undefined
  }
}
