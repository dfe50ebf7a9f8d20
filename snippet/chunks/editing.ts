import { type EditorSession, editName, type OpenEditor } from '../../wire/editor.ts'
import { quietly } from '../life.ts'

/**
 * Opens the editor for who comes with a ticket, which is exchanged for a session that this tab keeps, or with the session.
 * One that is over is forgotten. Where there is none in the end, the page stays as it is. Never rejects. The template is
 * asked for while the editor loads.
 *
 * @param host where Motif is, without a slash at the end
 * @param entrance the ticket, or the session as JSON
 */
export const openEditing = async (host: string, entrance: string): Promise<void> => {
  try {
    const isTicket = /^[\w-]+$/.test(entrance)
    const session = isTicket ? await exchange(host, entrance) : readSession(entrance)
    const template = session && askTemplate(host, session)
    if (!isTicket && (!template || (await template).status === 401))
      return sessionStorage.removeItem(editName)
    if (!session) return
    const { openEditor } = (await import(`${host}/editor.js`)) as { openEditor: OpenEditor }
    openEditor({ host, session }, template)
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

const askTemplate = (host: string, { session }: EditorSession): Promise<Response> => {
  const headers = { Authorization: `Bearer ${session}` }
  const asked = fetch(`${host}/editor/template`, { headers, credentials: 'omit' })
  // Whoever takes the answer hears of a failure; the page never does.
  asked.catch(() => {})
  return asked
}

const readSession = (json: string): EditorSession | undefined => {
  try {
    const session = JSON.parse(json)
    return typeof session?.session === 'string' ? session : undefined
  } catch {
    return undefined
  }
}
