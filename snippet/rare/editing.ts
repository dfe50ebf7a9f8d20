import { type EditorSession, editName, type OpenEditor } from '../../wire/editor.ts'
import { jsonOf, quietly } from '../page.ts'

const inFragment = RegExp(`([#&])${editName}=([\\w-]+)(&?)`)

/**
 * Opens the editor for a marketer with a ticket or a session. A ticket is exchanged for a session, which this tab keeps. A
 * session that is over is forgotten, and the page stays as it is. The template is requested while the editor loads. Never
 * rejects.
 *
 * @param host address of Motif, without a slash at the end
 */
export async function openEditing(host: string): Promise<void> {
  const entrance = takeEntrance()
  if (!entrance) return
  try {
    const isTicket = /^[\w-]+$/.test(entrance)
    const ticketed = isTicket ? await exchange(host, entrance) : undefined
    // A ticket that was used before is no reason to end what goes on in this tab.
    const session = ticketed ?? readSession(isTicket ? sessionStorage[editName] : entrance)
    const template = session && askTemplate(host, session)
    if (!ticketed && (!template || (await template).status === 401))
      return sessionStorage.removeItem(editName)
    if (!session) return
    const { openEditor } = (await import(
      /* webpackIgnore: true */ /* @vite-ignore */ `${host}/editor.js`
    )) as { openEditor: OpenEditor }
    openEditor({ host, session }, template)
  } catch {
    // The next link, or a reload, opens it.
  }
}

/**
 * What lets somebody edit this page: the ticket in the address, which is removed from there at once, else the session that
 * this tab keeps, as JSON. `undefined` for everybody else, and if the address cannot be changed or storage is forbidden.
 */
function takeEntrance(): string | undefined {
  try {
    let ticket = ''
    const rest = location.hash.replace(inFragment, (_, before, found, after) => {
      ticket = found
      return after && before
    })
    const address = location.href.replace(/#.*/, () => rest)
    if (ticket) history.replaceState(history.state, '', address)
    const entrance = ticket || sessionStorage[editName]
    if (!entrance && window.name.includes(editName)) window.name = window.name.replace(editName, '').trim()
    return entrance
  } catch {
    return undefined
  }
}

/** The session for a ticket; `undefined` if the ticket was used, is too old, or belongs to another page. */
async function exchange(host: string, ticket: string): Promise<EditorSession | undefined> {
  const response = await fetch(`${host}/editor/session`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: jsonOf({ ticket }),
    credentials: 'omit',
  })
  const session = response.ok && readSession(await response.text())
  if (!session) return undefined
  quietly(() => {
    sessionStorage.setItem(editName, jsonOf(session))
    // The loader recognises a session by the tab's name.
    if (!window.name.includes(editName)) window.name = `${window.name} ${editName}`.trim()
  })
  return session
}

function askTemplate(host: string, { session }: EditorSession): Promise<Response> {
  const headers = { Authorization: `Bearer ${session}` }
  const asked = fetch(`${host}/editor/template`, { headers, credentials: 'omit' })
  // The editor handles a failure. Without this the page would get an unhandled rejection.
  asked.catch(() => {})
  return asked
}

function readSession(json: string): EditorSession | undefined {
  try {
    const session = JSON.parse(json)
    return typeof session?.session === 'string' ? session : undefined
  } catch {
    return undefined
  }
}
