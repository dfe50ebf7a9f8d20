import type { IncomingMessage, ServerResponse } from 'node:http'
import type { EditorSession } from '../../wire/editor.ts'

/** The service's part of the editor's entrance, and an `editor.js` that notes in the page with what it was opened. */
interface EditorService {
  /** Tickets that can be used, each once. */
  tickets: Set<string>
  /** The session that is not over yet. */
  session: EditorSession | undefined
  answer(request: IncomingMessage, response: ServerResponse): Promise<void>
}

export const ticket = 'k3Jq8sV0n2Xh5Lr7Tz9Pw1Yc4Bd6Fg-Mu_Ea0Io2Qv4'

const session: EditorSession = {
  session: 's5Wq8sV0n2Xh5Lr7Tz9Pw1Yc4Bd6Fg-Mu_Ea0Io2Qv4',
  expiresAt: '2026-12-01T12:00:00.000Z',
  template: 'launch',
}

const editorFile = `export const openEditor = (opening) => void (window.opened ??= []).push(opening)`

export function startEditorService(): EditorService {
  const service: EditorService = {
    tickets: new Set([ticket]),
    session: undefined,
    async answer(request, response) {
      const send = (status: number, body: string, type = 'application/json') =>
        response.writeHead(status, { 'content-type': type }).end(body)
      response.setHeader('access-control-allow-headers', 'authorization, content-type')
      const asked = `${request.method} ${request.url}`
      if (asked.startsWith('OPTIONS')) return void send(204, '')
      if (asked === 'GET /editor.js') return void send(200, editorFile, 'text/javascript')
      if (asked === 'POST /editor/session') {
        const { ticket } = JSON.parse(Buffer.concat(await request.toArray()).toString())
        if (service.tickets.delete(ticket)) service.session = session
        else return void send(401, '{"error":40101,"message":"Ask for another link."}')
        return void send(200, JSON.stringify(session))
      }
      const isKnown = service.session && request.headers.authorization === `Bearer ${service.session.session}`
      send(isKnown ? 200 : 401, '{}')
    },
  }
  return service
}
